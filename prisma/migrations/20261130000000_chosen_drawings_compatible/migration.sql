-- A studio's gallery shows our drawings only where the owner chooses them: they are not her work.
ALTER TABLE configuracion_susa ALTER COLUMN dibujos_ocultos SET DEFAULT
  '{diseno-de-cejas, extensiones-de-pestanas-clasicas, manicura-con-gelish, laminado-de-cejas, facial-hidratante, lifting-de-pestanas, microblading, pedicura-spa}';

-- Nobody's change.
SET LOCAL susa.record = 'off';
-- Who hid some has chosen already.
UPDATE configuracion_susa SET dibujos_ocultos = DEFAULT WHERE NOT es_demo AND dibujos_ocultos = '{}';
