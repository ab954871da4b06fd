-- Values in a migration of their own: PostgreSQL lets nothing use a new value in the transaction that adds it.

-- To a client who should come again, and to one who waits for an hour.
ALTER TYPE tipo_mensaje ADD VALUE 'volver';
ALTER TYPE tipo_mensaje ADD VALUE 'espera';
ALTER TYPE tipo_registro ADD VALUE 'espera';
ALTER TYPE tipo_papelera ADD VALUE 'espera';
