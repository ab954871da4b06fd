-- An image that nobody described is called by its service and its place in it, when it is read. Until now a text that said neither was
-- stored for it.

SELECT set_config('susa.record', 'off', true);
UPDATE service_images_susa SET alt_text = NULL WHERE alt_text ~ '^Imagen [0-9]+ del servicio$';
UPDATE papelera_susa SET fila = jsonb_set(fila, '{alt_text}', 'null')
WHERE tipo = 'imagen' AND fila ->> 'alt_text' ~ '^Imagen [0-9]+ del servicio$';
SELECT set_config('susa.record', '', true);
