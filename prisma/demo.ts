/** Loads the demo studio into an empty database. Gives whether it did. */
export async function loadDemo(_url: string): Promise<boolean> {
  return false;
}
