/** The folder of all pictures, as the specification names it: the bucket, and the folder in it. */
export const FOLDER = "susa-servicios/servicios";
