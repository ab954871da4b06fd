-- A link with which somebody who lost her password writes a new one: one for each account, used once, for 24 hours. Only a
-- digest of its secret is stored, so a copy of the table lets nobody in.
CREATE TABLE enlaces_acceso_susa (
  cuenta_id uuid PRIMARY KEY REFERENCES cuentas_susa ON DELETE CASCADE,
  digest text NOT NULL UNIQUE CHECK (char_length(digest) = 64),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
