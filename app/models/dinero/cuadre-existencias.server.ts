import type { Transaction } from "~/database/client.server";
import { formatNumber } from "~/format/numbers";
import { Prisma } from "~/generated/client";
import { compare, WRITTEN_OUTSIDE } from "./cuadre-check.server";

const CAMBIO = Prisma.sql`(CASE tipo WHEN 'entrada' THEN cantidad ELSE -cantidad END)::float8`;

/**
 * Every movement of these items in order, with the expected stock after it. When a `saldo` was changed, the next movement does
 * not match it either, although it matches the expected stock: `antes` tells the two apart. In float8, because adding to a
 * changed value may overflow an integer.
 */
const lineas = (items: Prisma.Sql) => Prisma.sql`
  SELECT *, saldo = esperado AS cuadra, lag(esperado) OVER por_item AS antes, lag(saldo = esperado) OVER por_item AS antes_cuadra
  FROM (
    SELECT *, lag(saldo, 1, 0::float8) OVER por_item + cambio AS esperado
    FROM (
      SELECT id, item_id, item_nombre, orden, saldo::float8 AS saldo, ${CAMBIO} AS cambio
      FROM movimientos_inventario_susa WHERE item_id IN (${items}) AND saldo IS NOT NULL
    ) AS movimientos WINDOW por_item AS (PARTITION BY item_id ORDER BY orden)
  ) AS lineas WINDOW por_item AS (PARTITION BY item_id ORDER BY orden)`;

/** The items with a movement whose `saldo` does not follow from the one before. */
const ROTOS = Prisma.sql`
  SELECT DISTINCT item_id FROM (
    SELECT item_id, tipo, cantidad, saldo, lag(saldo, 1, 0) OVER (PARTITION BY item_id ORDER BY orden) AS antes
    FROM movimientos_inventario_susa WHERE item_id IS NOT NULL AND saldo IS NOT NULL
  ) AS lineas WHERE saldo <> antes + ${CAMBIO}`;

export function checkExistencias(reader: Transaction) {
  return compare<{ id: string; nombre: string; esperado: number; encontrado: number }>(
    reader,
    "Existencias y sus movimientos",
    Prisma.sql`inventario_susa`,
    Prisma.sql`
      SELECT i.id, i.nombre::text AS nombre, coalesce(ultima.saldo, 0) AS esperado, i.cantidad AS encontrado
      FROM (
        SELECT i.* FROM inventario_susa i LEFT JOIN LATERAL (
          SELECT saldo FROM movimientos_inventario_susa WHERE item_id = i.id AND saldo IS NOT NULL ORDER BY orden DESC LIMIT 1
        ) AS ultima ON true WHERE i.cantidad <> coalesce(ultima.saldo, 0)
      ) AS i LEFT JOIN LATERAL (
        SELECT * FROM (${lineas(Prisma.sql`i.id`)}) AS lineas ORDER BY orden DESC LIMIT 1
      ) AS ultima ON true
      WHERE ultima.cuadra IS NOT FALSE OR i.cantidad <> ultima.esperado
      ORDER BY i.nombre, i.id`,
    ({ id, nombre, esperado, encontrado }) => ({
      id,
      clase: "La cantidad no coincide con su último movimiento",
      cual: nombre,
      enlace: `/admin/inventario/${id}`,
      ...integers(esperado, encontrado),
    }),
  );
}

export function checkMovimientos(reader: Transaction) {
  type Row = {
    id: string;
    item_id: string;
    item_nombre: string;
    cambio: number;
    esperado: number | null;
    encontrado: number | null;
  };
  return compare<Row>(
    reader,
    "Movimientos, uno tras otro",
    Prisma.sql`movimientos_inventario_susa WHERE item_id IS NOT NULL`,
    Prisma.sql`
      SELECT id, item_id, item_nombre::text AS item_nombre, cambio, esperado, saldo AS encontrado, orden FROM (${lineas(ROTOS)}) AS lineas
      WHERE NOT cuadra AND (antes_cuadra IS NOT FALSE OR saldo <> antes + cambio)
      UNION ALL
      SELECT id, item_id, item_nombre::text, ${CAMBIO}, NULL, NULL, orden
      FROM movimientos_inventario_susa WHERE item_id IS NOT NULL AND saldo IS NULL
      ORDER BY orden`,
    ({ id, item_id, item_nombre, cambio, esperado, encontrado }) => ({
      id,
      clase:
        esperado === null || encontrado === null ? WRITTEN_OUTSIDE : "No cuadra con el anterior: se cambió, o falta uno antes",
      cual: `${cambio < 0 ? "Salida" : "Entrada"} de ${Math.abs(cambio)} de ${item_nombre}`,
      enlace: `/admin/inventario?movimientos=${item_id}`,
      ...(esperado === null || encontrado === null
        ? { esperado: "nada", encontrado: signed(cambio), diferencia: signed(cambio) }
        : integers(esperado, encontrado, "quedan ")),
    }),
  );
}

const signed = (count: number) => (count > 0 ? `+${formatNumber(count)}` : formatNumber(count));

function integers(esperado: number, encontrado: number, before = "") {
  return {
    esperado: before + formatNumber(esperado),
    encontrado: before + formatNumber(encontrado),
    diferencia: signed(encontrado - esperado),
  };
}
