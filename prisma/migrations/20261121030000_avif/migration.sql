-- When somebody last began on the AVIF versions of a picture: nobody else takes it up meanwhile, and one who died is replaced.
ALTER TABLE archivos_susa ADD COLUMN avif_since timestamptz(3);
