-- The owner marks the lines that her page was made of, by their ids, instead of what a snapshot contained.
ALTER TABLE por_revisar_susa DROP COLUMN transaccion;
