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
-- Who wrote her address wrote her city with it.
UPDATE configuracion_susa SET ciudad = NULL WHERE NOT es_demo AND direccion IS NULL AND ciudad = 'Puebla';

-- What was ours on the site of a studio that is open stays there as its own. From now on a new one has no line of a category, no promise
-- and no sentence but what it wrote.
UPDATE configuracion_susa SET
  beneficios = '{"cejas": ["La forma que va con tu rostro", "Productos suaves, también para piel sensible", "Se ven naturales, sin líneas duras", "Te decimos cómo cuidarlas para que duren"], "pestañas": ["Tus ojos descansan: te acuestas y los cierras", "Productos suaves y material esterilizado", "Te decimos qué le va a la forma de tu ojo", "Cuidamos tu pestaña natural"], "manicura": ["Cutícula cuidada, sin lastimar", "Acabado parejo, hasta en las orillas", "Instrumental esterilizado en cada cita", "Te hidratamos las manos al terminar"], "pedicura": ["Baño tibio que relaja y suaviza", "Cuidado de talones y asperezas", "Instrumental esterilizado en cada cita", "Masaje ligero para piernas cansadas"], "faciales": ["Revisamos tu piel antes de empezar", "Productos para lo que tu piel necesita hoy", "Masaje para relajar el rostro", "Una rutina sencilla para seguir en casa"], "limpieza": ["Manos cuidadosas, que no lastiman", "Productos según tu tipo de piel", "Piel más pareja desde la primera sesión", "Mascarilla calmante para cerrar"], "masajes": ["La presión que te pida el cuerpo", "Aceites tibios de aroma suave", "Alivio de cuello, hombros y espalda", "Cabina tranquila y sin interrupciones"], "depilación": ["Rápido y con cuidado de tu piel", "Cera tibia, que no quema", "Menos vello y más fino con el tiempo", "Gel calmante después de cada zona"]}'::jsonb || beneficios,
  textos = '{"contacto_texto": "Cuéntanos qué te gustaría hacerte y qué día te queda bien. Te respondemos con la hora, el precio y lo que conviene saber antes de venir.", "galeria_texto": "Elige un servicio para ver cómo queda.", "nosotros_cierre": "Ven a conocernos"}'::jsonb || textos,
  categorias = categorias || coalesce((
    SELECT jsonb_agg(jsonb_build_object('categoria', categoria, 'frase', frase, 'visible', true) ORDER BY lugar)
    FROM (VALUES ('cejas', 1, 'El marco de tu mirada, medido sobre tu rostro.'), ('pestañas', 2, 'Curva, largo y volumen que no pesan.'), ('manicura', 3, 'Manos cuidadas, color que aguanta la semana.'), ('pedicura', 4, 'Un descanso que empieza por los pies.'), ('faciales', 5, 'Luz y descanso para tu piel, a su ritmo.'), ('limpieza', 6, 'Poros limpios, sin prisa y sin marcas.'), ('masajes', 7, 'Una hora sin teléfono.'), ('depilación', 8, 'Piel lisa, con manos precisas y rápidas.')) AS ours (categoria, lugar, frase)
    WHERE NOT EXISTS (SELECT FROM jsonb_array_elements(categorias) AS own WHERE own ->> 'categoria' = ours.categoria)), '[]')
WHERE NOT es_demo AND direccion IS NOT NULL AND whatsapp IS NOT NULL;
