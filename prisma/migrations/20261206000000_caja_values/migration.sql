-- Values in a migration of their own: PostgreSQL lets nothing use a new value in the transaction that adds it.

ALTER TYPE tipo_registro ADD VALUE 'corte';
ALTER TYPE tipo_registro ADD VALUE 'liquidacion';
-- Money given back for a completed appointment, and for products that came back; what a client pays who did not come or cancelled late.
ALTER TYPE concepto_ingreso ADD VALUE 'devolucion';
ALTER TYPE concepto_ingreso ADD VALUE 'devolucion_venta';
ALTER TYPE concepto_ingreso ADD VALUE 'cargo';
