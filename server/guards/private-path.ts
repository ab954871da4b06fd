/** Whether a path (in any casing, percent-encoded or not) is for staff only, or for one client: the link of an appointment, a booking. */
export function isPrivatePath(path: string): boolean {
  return /^\/+(admin|auth|dashboard|salir|salud|calendario|cita|reservar)(\/|$)/i.test(decodePath(path));
}

/** Whether a path is for one client: not kept, but a page of the public site. */
export function isClientPath(path: string): boolean {
  return /^\/+(cita|reservar)(\/|$)/i.test(decodePath(path));
}

/** The decoded path, or the path itself if it is not valid percent-encoding. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
