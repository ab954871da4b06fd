-- Clients who share a telephone are looked for at every save, and for every row of an imported file.

-- What all ways of writing one telephone have in common; nothing of a text that is too short to be one (`no tiene`).
CREATE FUNCTION digitos(telefono text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN substring(regexp_replace(telefono, '[^0-9]', '', 'g') FROM '^.{7,}$');

CREATE INDEX clientes_digitos ON clientes_susa (digitos(telefono));
