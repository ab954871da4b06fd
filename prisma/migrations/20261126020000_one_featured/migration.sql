-- Of the featured images of a service the newest stays, which is the one that was shown. No person did that, so the record has no
-- line of it; but `updated_at` moves, because an editor that is open with the old mark must not give it back.
SET LOCAL susa.record = 'off';
UPDATE service_images_susa AS imagen SET is_featured = false
WHERE is_featured AND EXISTS (
  SELECT FROM service_images_susa otra
  WHERE otra.servicio_id = imagen.servicio_id AND otra.is_featured AND (otra.created_at, otra.id) > (imagen.created_at, imagen.id)
);
SET LOCAL susa.record = '';

CREATE UNIQUE INDEX service_images_destacada ON service_images_susa (servicio_id) WHERE is_featured;

-- Marking an image takes the mark from the other one of its service. An image that comes back, from the trash or from a backup
-- that still has several marks, leaves it to a newer one.
CREATE FUNCTION move_featured() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One after the other, so that two marks at once do not meet in the index.
  PERFORM FROM servicios_susa WHERE id = NEW.servicio_id FOR NO KEY UPDATE;
  IF TG_OP = 'INSERT' AND EXISTS (
    SELECT FROM service_images_susa
    WHERE servicio_id = NEW.servicio_id AND is_featured AND created_at > NEW.created_at
  ) THEN
    NEW.is_featured := false;
  ELSE
    UPDATE service_images_susa SET is_featured = false
    WHERE servicio_id = NEW.servicio_id AND is_featured AND id <> NEW.id;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER destacada BEFORE INSERT OR UPDATE OF is_featured, servicio_id ON service_images_susa
  FOR EACH ROW WHEN (NEW.is_featured) EXECUTE FUNCTION move_featured();
