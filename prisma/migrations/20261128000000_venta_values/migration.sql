-- A new value of an enum can be used only after its transaction: the tables of sales follow in the next migration.
ALTER TYPE concepto_ingreso ADD VALUE 'venta';
ALTER TYPE libro ADD VALUE 'propina';
ALTER TYPE tipo_registro ADD VALUE 'venta';
ALTER TYPE tipo_registro ADD VALUE 'propina';
