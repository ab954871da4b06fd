-- What a studio has not said of itself is NULL. Only the demo, which has a mark, shows the example's facts.
ALTER TABLE configuracion_susa
  ADD COLUMN es_demo boolean NOT NULL DEFAULT false,
  ALTER COLUMN direccion DROP NOT NULL,
  ALTER COLUMN telefono DROP NOT NULL,
  ALTER COLUMN whatsapp DROP NOT NULL;

-- The sentences of a studio that has the example's name and facts of its own were shown until now, so they are its own.
SET LOCAL susa.record = 'off';
UPDATE configuracion_susa SET
  hero_titulo = nullif(hero_titulo, 'Cejas perfectas, mirada que habla por ti'),
  hero_texto = nullif(hero_texto, 'Más de 1,000 mujeres satisfechas ya encontraron la forma de sus cejas. Ven por la tuya.'),
  biografia = CASE WHEN biografia LIKE 'Soy Susana, y llevo más de 10 años estudiando rostros. % el momento en que giras hacia el espejo.'
    THEN NULL ELSE biografia END,
  frase = nullif(frase, 'La belleza no se inventa: se descubre, con paciencia y con buena luz.'),
  frase_autora = nullif(frase_autora, 'Susana, fundadora')
WHERE lower(nombre) <> 'susa' OR direccion = 'Calle Inventada 000, Colonia de Ejemplo, 00000 Puebla, Pue.' OR whatsapp = '520000000000';
UPDATE configuracion_susa SET
  direccion = nullif(direccion, 'Calle Inventada 000, Colonia de Ejemplo, 00000 Puebla, Pue.'),
  telefono = nullif(telefono, '+52 000 000 0000'),
  whatsapp = nullif(whatsapp, '520000000000'),
  instagram_url = nullif(instagram_url, 'https://www.instagram.com/susa.ejemplo'),
  facebook_url = nullif(facebook_url, 'https://www.facebook.com/susa.ejemplo'),
  mapa_url = nullif(mapa_url, 'https://www.openstreetmap.org/export/embed.html?bbox=-98.2120%2C19.0330%2C-98.1840%2C19.0540&layer=mapnik');
SET LOCAL susa.record = '';
