/** The name of the cookie that carries the session. */
export const SESSION_COOKIE = "sesion";
