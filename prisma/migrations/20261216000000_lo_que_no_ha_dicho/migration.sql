-- The hours of a studio that never saved them are NULL, like everything else that it has not said of itself: the back-office goes on
-- with the initial week, and the site says and offers none.
ALTER TABLE configuracion_susa ALTER horario DROP NOT NULL;
-- So is its city, which was written with the first save of anything else.
ALTER TABLE configuracion_susa ALTER ciudad DROP NOT NULL;

-- Where the site showed hours, or appointments were made by them, they stay: only those of a studio that has not begun are taken back.
SELECT set_config('susa.record', 'off', true);
UPDATE configuracion_susa SET horario = NULL
WHERE NOT es_demo AND (direccion IS NULL OR whatsapp IS NULL) AND NOT EXISTS (SELECT FROM citas_susa)
  AND horario = '[null, {"abre": "10:00", "cierra": "18:00"}, {"abre": "10:00", "cierra": "18:00"}, {"abre": "10:00", "cierra": "18:00"}, {"abre": "10:00", "cierra": "18:00"}, {"abre": "10:00", "cierra": "18:00"}, null]';
UPDATE configuracion_susa SET ciudad = NULL WHERE NOT es_demo AND (direccion IS NULL OR whatsapp IS NULL) AND ciudad = 'Puebla';
