-- What must be known before a treatment begins, in a word or two; encrypted by the application like the health notes.
ALTER TABLE clientes_susa ADD COLUMN alerta text CHECK (con_texto(alerta, 300));

-- Encrypting a row again with another key changes nothing that it says: its version stays, and open editors stay current.
CREATE OR REPLACE FUNCTION touch_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('susa.misma_version', true) = 'si' THEN RETURN NEW; END IF;
  NEW.updated_at := greatest(date_trunc('milliseconds', clock_timestamp()), OLD.updated_at + interval '1 millisecond');
  RETURN NEW;
END $$;
