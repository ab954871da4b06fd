/** Where pictures are, as the specification says: the bucket, and the folder in it. */
export const FOLDER = "susa-servicios/servicios";
