-- One row with what all servers of a studio agree on. A server without this migration ignores it, so its name ends in _compatible:
-- such a server may still start during a rolling update (server/migrate.ts).
CREATE TABLE instalacion_susa (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  -- The fingerprint of DATA_KEY, once a stored value was opened with it.
  llave text,
  -- What the file .almacen of the folder with the pictures says.
  almacen text,
  -- When a server last began the nightly backup, and when one was last finished.
  respaldo_intento timestamptz(3),
  respaldo_hecho timestamptz(3)
);

INSERT INTO instalacion_susa DEFAULT VALUES;
