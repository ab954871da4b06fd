-- What each account may do. The owner may do everything, and every active account may use the agenda.

CREATE TYPE permiso AS ENUM ('salud', 'salud_propias', 'dinero', 'inventario', 'catalogo');
ALTER TABLE cuentas_susa
  ADD COLUMN permisos permiso[] NOT NULL DEFAULT '{}' CHECK (array_position(permisos, NULL) IS NULL);
-- Accounts that could do everything keep all but what is now the owner's alone. A waiting one is asked for when it is approved.
UPDATE cuentas_susa SET permisos = '{salud,dinero,inventario,catalogo}' WHERE rol = 'personal' AND estado <> 'pendiente';

-- Whose account it is: a specialist's own day stands first on her dashboard.
ALTER TABLE empleados_susa ADD COLUMN cuenta_id uuid UNIQUE REFERENCES cuentas_susa ON DELETE SET NULL;
