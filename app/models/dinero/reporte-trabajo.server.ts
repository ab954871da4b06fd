import { longDb } from "~/database/client.server";
import { sharedRead } from "~/database/shared-read.server";
import type { Periodo } from "~/format/periodo.server";
import { SERVICIO_ELIMINADO, SIN_ESPECIALISTA } from "~/format/text";
import { Prisma } from "~/generated/client";
import { IS_CANCELADA } from "~/models/citas/estado";
import {
  CARGOS,
  cells,
  cuenta,
  dinero,
  type Fila,
  IS_PROPINA,
  inDays,
  inMoments,
  type Tabla,
  TITULOS,
  texto,
} from "./reporte-tabla.server";

/**
 * The appointments of a period and its income by service, grouped, as JSON. `pagado` is what was paid of completed ones. `aparte` names
 * income that no service brought: of products, fees, or anything else; `citas` is null in rows of income.
 */
const readTrabajo = sharedRead(async (periodo: Periodo, zona: string) => {
  const [row] = await longDb.$queryRaw<[{ trabajo: string }]>`
    SELECT coalesce(json_agg(fila), '[]')::text AS trabajo FROM (
      SELECT NULL AS aparte, servicio_id, empleado_id, estado, no_asistio, count(*) AS citas, 0.00 AS monto,
        CASE estado WHEN 'completada' THEN sum(greatest(0.00, least(cobrado, precio))) ELSE 0.00 END AS pagado, sum(descuento) AS descuentos
        FROM citas_susa WHERE ${inMoments("fecha_hora", periodo, zona)} GROUP BY 2, 3, 4, 5
      UNION ALL SELECT CASE WHEN coalesce(d.concepto, i.concepto) = 'cargo' THEN ${CARGOS} WHEN c.id IS NOT NULL THEN NULL
          WHEN coalesce(d.concepto, i.concepto) IN ('venta', 'devolucion_venta')
          THEN 'Ventas de productos' ELSE 'Otros ingresos' END,
        CASE WHEN coalesce(d.concepto, i.concepto) <> 'cargo' THEN c.servicio_id END, NULL, NULL, false, NULL, sum(i.monto), 0, 0
        FROM ingresos_susa i LEFT JOIN citas_susa c ON c.id = i.cita_id LEFT JOIN ingresos_susa d ON d.id = i.reversa_de
        WHERE ${inDays("i.fecha", periodo)} GROUP BY 1, 2
    ) AS fila`;
  return row.trabajo;
});

/** The same as rows, which the database groups once for the three tables below. */
const trabajo = async (periodo: Periodo, zona: string) => Prisma.sql`
  WITH trabajo AS (
    SELECT * FROM json_to_recordset(${await readTrabajo(periodo, zona)}::json) AS fila
      (aparte text, servicio_id uuid, empleado_id uuid, estado estado_cita, no_asistio boolean, citas integer, monto numeric,
        pagado numeric, descuentos numeric)
  )`;

export async function servicios(periodo: Periodo, zona: string): Promise<Tabla> {
  const rows = await longDb.$queryRaw<Fila<"servicio" | "completadas" | "ingresos">[]>`
    ${await trabajo(periodo, zona)}
    SELECT grouping(aparte) = 1 AS es_total, coalesce(aparte, s.nombre, ${SERVICIO_ELIMINADO}) AS servicio,
      coalesce(sum(completadas), 0)::text AS completadas, coalesce(sum(monto), 0.00)::text AS ingresos
    FROM (
      SELECT aparte, servicio_id, CASE WHEN estado = 'completada' THEN citas ELSE 0 END AS completadas, monto FROM trabajo
      WHERE citas IS NULL OR estado = 'completada'
    ) AS vendido
    LEFT JOIN servicios_susa s ON s.id = servicio_id
    GROUP BY GROUPING SETS ((aparte, s.id, s.nombre), ())
    ORDER BY aparte DESC, sum(completadas) DESC, sum(monto) DESC, s.nombre`;
  return {
    titulo: TITULOS.servicios,
    segun:
      "Las citas, por su fecha; el dinero, por el día en que se cobró. El total incluye productos, cargos por no llegar y otros ingresos.",
    columnas: [texto("Servicio"), cuenta("Citas completadas"), dinero("Ingresos")],
    ...cells(rows, ["servicio", "completadas", "ingresos"]),
  };
}

export async function especialistas(periodo: Periodo, zona: string): Promise<Tabla> {
  const rows = await longDb.$queryRaw<
    Fila<"especialista" | "citas" | "completadas" | "canceladas" | "inasistencias" | "pagado" | "descuentos" | "propinas">[]
  >`
    ${await trabajo(periodo, zona)}
    SELECT grouping(e.id) = 1 AS es_total, coalesce(e.nombre || ' ' || e.apellido, ${SIN_ESPECIALISTA}) AS especialista,
      coalesce(sum(citas), 0)::text AS citas, coalesce(sum(citas) FILTER (WHERE estado = 'completada'), 0)::text AS completadas,
      coalesce(sum(citas) FILTER (WHERE ${Prisma.raw(IS_CANCELADA)}), 0)::text AS canceladas,
      coalesce(sum(citas) FILTER (WHERE no_asistio), 0)::text AS inasistencias, coalesce(sum(pagado), 0.00)::text AS pagado,
      coalesce(sum(descuentos), 0.00)::text AS descuentos, coalesce(sum(propina), 0.00)::text AS propinas
    FROM (
      SELECT empleado_id, estado, no_asistio, citas, pagado, descuentos, 0.00 AS propina FROM trabajo WHERE citas IS NOT NULL
      UNION ALL SELECT empleado_id, NULL, false, NULL, 0.00, 0.00, monto FROM propinas_susa
        WHERE ${IS_PROPINA} AND ${inDays("fecha", periodo)}
    ) AS hecho LEFT JOIN empleados_susa e ON e.id = empleado_id
    GROUP BY GROUPING SETS ((e.id, e.nombre, e.apellido), ())
    ORDER BY e.id IS NULL, sum(pagado) DESC, e.nombre, e.apellido, e.id`;
  return {
    titulo: TITULOS.especialistas,
    segun:
      "Las citas, por su fecha. Hecho y pagado: lo que se pagó de las completadas, ya con descuentos y devoluciones; no cuenta anticipos de citas por hacer, cargos ni productos. Las propinas, por el día en que se dieron.",
    columnas: [
      texto("Especialista"),
      ...["Citas", "Completadas", "Canceladas", "No asistieron"].map(cuenta),
      ...["Hecho y pagado", "Descuentos", "Propinas"].map(dinero),
    ],
    ...cells(rows, ["especialista", "citas", "completadas", "canceladas", "inasistencias", "pagado", "descuentos", "propinas"]),
  };
}

export async function citas(periodo: Periodo, zona: string): Promise<Tabla> {
  const rows = await longDb.$queryRaw<Fila<"estado" | "citas">[]>`
    ${await trabajo(periodo, zona)}
    SELECT grouping(e.estado) = 1 AS es_total, e.estado, coalesce(sum(c.citas), 0)::text AS citas
    FROM unnest(ARRAY['Programadas', 'Confirmadas', 'Completadas', 'Canceladas', 'No asistieron']) WITH ORDINALITY AS e (estado, lugar)
    LEFT JOIN (SELECT citas, CASE WHEN no_asistio THEN 'No asistieron' ELSE initcap(estado::text) || 's' END AS estado
      FROM trabajo WHERE citas IS NOT NULL) AS c USING (estado)
    GROUP BY GROUPING SETS ((e.estado, e.lugar), ()) ORDER BY e.lugar`;
  return {
    titulo: TITULOS.citas,
    segun: "Las citas de estos días, como están ahora.",
    columnas: [texto("Estado"), cuenta("Citas")],
    ...cells(rows, ["estado", "citas"]),
  };
}
