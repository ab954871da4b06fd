-- What the studio shows of itself: its own sentences, categories and drawings, the founder's portrait, the team.

-- Each text of the site by its name: missing means the default, empty means hidden.
CREATE FUNCTION son_textos(textos jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN jsonb_typeof(textos) = 'object' AND NOT jsonb_path_exists(textos, '$.* ? (@.type() != "string")')
    AND octet_length(textos::text) <= 40000;

-- The categories in the studio's order: each once, with its line and whether it is shown.
CREATE FUNCTION son_categorias(categorias jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN jsonb_typeof(categorias) = 'array' AND NOT EXISTS (
    SELECT FROM jsonb_array_elements(categorias) AS c
    WHERE (jsonb_typeof(c) = 'object' AND c ->> 'categoria' = ANY (enum_range(NULL::categoria_servicio)::text[])
      AND jsonb_typeof(c -> 'visible') = 'boolean' AND jsonb_typeof(c -> 'frase') = 'string'
      AND char_length(c ->> 'frase') <= 200) IS NOT true
  ) AND (SELECT count(*) = count(DISTINCT c ->> 'categoria') FROM jsonb_array_elements(categorias) AS c);
END $$;

ALTER TABLE configuracion_susa
  ADD COLUMN textos jsonb NOT NULL DEFAULT '{}' CHECK (son_textos(textos)),
  -- Those that are missing follow in their usual order, shown.
  ADD COLUMN categorias jsonb NOT NULL DEFAULT '[]' CHECK (son_categorias(categorias)),
  ADD COLUMN dibujos_ocultos text[] NOT NULL DEFAULT '{}' CHECK (array_position(dibujos_ocultos, NULL) IS NULL AND cardinality(dibujos_ocultos) <= 8),
  -- Without one, the page leaves it out.
  ALTER COLUMN hero_titulo DROP NOT NULL,
  ALTER COLUMN hero_texto DROP NOT NULL,
  ALTER COLUMN biografia DROP NOT NULL,
  ALTER COLUMN frase DROP NOT NULL,
  ALTER COLUMN frase_autora DROP NOT NULL;

ALTER TABLE apariencia_susa
  ADD COLUMN retrato_id uuid REFERENCES archivos_susa ON DELETE RESTRICT,
  ADD COLUMN retrato_visible boolean NOT NULL DEFAULT true;
CREATE INDEX apariencia_retrato ON apariencia_susa (retrato_id);

-- A specialist's colour in the agenda.
CREATE TYPE color_especialista AS ENUM ('arcilla', 'rosa', 'ambar', 'oliva', 'menta', 'azul', 'lila', 'uva');
ALTER TABLE empleados_susa
  ADD COLUMN color color_especialista,
  ADD COLUMN foto_id uuid REFERENCES archivos_susa ON DELETE RESTRICT,
  -- Whether the site shows her: for each to decide, so nobody is shown before.
  ADD COLUMN en_sitio boolean NOT NULL DEFAULT false;
CREATE INDEX empleados_foto ON empleados_susa (foto_id);

-- A colour changes nothing that an open editor shows.
SET LOCAL susa.misma_version = 'si';
UPDATE empleados_susa SET color = (enum_range(NULL::color_especialista))[1 + (lugar - 1) % 8]
FROM (SELECT id, row_number() OVER (ORDER BY created_at, id) AS lugar FROM empleados_susa) AS orden WHERE orden.id = empleados_susa.id;
SET LOCAL susa.misma_version = '';
ALTER TABLE empleados_susa ALTER COLUMN color SET NOT NULL;

-- Without a choice, the colour that the fewest have.
CREATE FUNCTION color_menos_usado() RETURNS color_especialista LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN (
    SELECT c FROM unnest(enum_range(NULL::color_especialista)) WITH ORDINALITY AS colores (c, lugar)
    ORDER BY (SELECT count(*) FROM empleados_susa WHERE color = c AND activo), lugar LIMIT 1
  );
END $$;
ALTER TABLE empleados_susa ALTER COLUMN color SET DEFAULT color_menos_usado();
