-- Several files at once, what was answered about them, and afterwards what they wrote, so that it can be taken back.

ALTER TYPE accion_bitacora ADD VALUE 'importacion_deshecha' AFTER 'importacion';

-- Files that were uploaded before, for an hour, are written in another way.
DELETE FROM importaciones_susa;
ALTER TABLE importaciones_susa
  ADD respuestas text CHECK (char_length(respuestas) <= 4000000),
  ADD hecho jsonb,
  ADD hecho_at timestamptz(3),
  DROP CONSTRAINT importaciones_susa_sobre_check,
  ADD CHECK (char_length(sobre) <= 6000000),
  ADD CONSTRAINT importaciones_hecho CHECK ((hecho IS NULL) = (hecho_at IS NULL) AND (hecho_at IS NULL OR sobre = ''));
