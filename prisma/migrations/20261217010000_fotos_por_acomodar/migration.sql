-- Pictures of several services that were uploaded at once wait for theirs, each with the name of its file, which proposes it.

ALTER TABLE service_images_susa
  ADD archivo_nombre text CHECK (is_text(archivo_nombre, 120)),
  ADD CONSTRAINT service_images_por_acomodar CHECK (servicio_id IS NULL OR archivo_nombre IS NULL);
CREATE INDEX service_images_esperan ON service_images_susa (created_at, display_order) WHERE archivo_nombre IS NOT NULL;
