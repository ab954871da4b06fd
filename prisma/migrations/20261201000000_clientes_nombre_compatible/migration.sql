-- For the clients whose name begins with a letter, in order.
CREATE INDEX clientes_nombre ON clientes_susa (nombre, id);
