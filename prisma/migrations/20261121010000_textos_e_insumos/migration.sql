-- A text of tabs and line breaks says nothing either.
CREATE OR REPLACE FUNCTION con_texto(texto text, maximo int) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN texto IS NULL OR (texto ~ '\S' AND char_length(texto) <= maximo);

-- Completing an appointment counts with these: a name that is a text, a quantity that is a whole number from 1 on.
-- (A comparison with null or with a text is neither true nor false, and slipped through.)
ALTER TABLE servicios_susa DROP CONSTRAINT servicios_susa_insumos_check;
ALTER TABLE servicios_susa ADD CONSTRAINT servicios_susa_insumos_check CHECK (
  jsonb_typeof(insumos) = 'array'
  AND NOT jsonb_path_exists(insumos, 'strict $[*] ? (@.type() != "object")', '{}', true)
  AND NOT jsonb_path_exists(insumos, '$[*] ? (
    !exists(@.nombre ? (@.type() == "string" && @ like_regex "\\S"))
    || !exists(@.cantidad ? (@.type() == "number" && @ >= 1 && @.floor() == @)))')
);

-- Two thousand letters of three bytes each, sealed, are 8041 characters.
ALTER TABLE clientes_susa DROP CONSTRAINT clientes_susa_medicina_check, DROP CONSTRAINT clientes_susa_enfermedades_check;
ALTER TABLE clientes_susa
  ADD CONSTRAINT clientes_susa_medicina_check CHECK (con_texto(medicina, 9000)),
  ADD CONSTRAINT clientes_susa_enfermedades_check CHECK (con_texto(enfermedades, 9000));
