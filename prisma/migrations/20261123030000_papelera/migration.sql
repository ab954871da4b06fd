-- What was deleted waits here for 30 days, encrypted, so that it can be brought back.

CREATE TYPE tipo_papelera AS ENUM ('cliente', 'cita', 'ingreso', 'egreso', 'item', 'empleado', 'testimonio', 'imagen');

CREATE TABLE papelera_susa (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tipo tipo_papelera NOT NULL,
  -- The id of the deleted row, which comes back with it.
  registro_id uuid NOT NULL UNIQUE,
  sobre text NOT NULL,
  -- The stored file of a deleted picture: its row and its file wait too.
  archivo_id uuid REFERENCES archivos_susa ON DELETE RESTRICT,
  -- Whether that file was moved to where nobody is given it.
  archivo_apartado boolean NOT NULL DEFAULT false,
  -- Who deleted it: no foreign key, because what may be brought back by her must not become everybody's.
  cuenta_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX papelera_created_at ON papelera_susa (created_at DESC, id);
CREATE INDEX papelera_archivo ON papelera_susa (archivo_id);
