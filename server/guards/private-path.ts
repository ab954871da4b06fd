/** Whether a path (in any casing, percent-encoded or not) is for staff only, or has a secret in it, as the link of an appointment has. */
export function isPrivatePath(path: string): boolean {
  return /^\/+(admin|auth|dashboard|salir|salud|calendario|cita)(\/|$)/i.test(decodePath(path));
}

/** Whether a path is of the link of an appointment: with a secret, but a page of the public site. */
export function isLinkPath(path: string): boolean {
  return /^\/+cita(\/|$)/i.test(decodePath(path));
}

/** The decoded path, or the path itself if it is not valid percent-encoding. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
