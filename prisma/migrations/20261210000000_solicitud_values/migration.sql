-- Values in a migration of their own: PostgreSQL lets nothing use a new value in the transaction that adds it.

-- A client asked for an appointment on the site; the studio accepted or declined it, or she took it back.
ALTER TYPE accion_cita ADD VALUE 'solicitada';
ALTER TYPE accion_cita ADD VALUE 'aceptada';
ALTER TYPE accion_cita ADD VALUE 'rechazada';
ALTER TYPE accion_cita ADD VALUE 'retirada';
