/** The name of the cookie that carries the session, without its prefix. How long a session lasts is in app/limits.ts. */
export const SESSION_COOKIE = "sesion";
