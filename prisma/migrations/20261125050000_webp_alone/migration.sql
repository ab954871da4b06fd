-- Pictures are WebP alone: what an AVIF saved was not worth its queue. The server deletes the AVIF files when it starts.
DROP TRIGGER revision_publica ON archivos_susa;
ALTER TABLE archivos_susa DROP COLUMN has_avif, DROP COLUMN avif_tries, DROP COLUMN avif_since;
