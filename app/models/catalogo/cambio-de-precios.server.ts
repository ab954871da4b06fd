import { z } from "zod";
import { db, type Transaction } from "~/database/client.server";
import { keyedDigest } from "~/database/digest.server";
import { calendarDay, idList, isId, money, oneOf, tooLong } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { dayOf } from "~/format/days.server";
import { isNonZero, readPercent } from "~/format/numbers";
import { plainText } from "~/format/plain-text";
import { Prisma } from "~/generated/client";
import { CATEGORIA_WORDS } from "./servicio.server";

// Prices of several services at once, from today or from a day. One from a day waits in its own table until the studio's midnight;
// the database then puts it into force (SQL: apply_precios), before anything reads it (server/page-cache/revisions.ts).

/** All services, or those that are ticked, in place of a category. */
export const TODOS = "todos";
export const ELEGIDOS = "elegidos";

const ALCANCES = [...CATEGORIA_WORDS, TODOS, ELEGIDOS] as const;

/** How prices change. */
export const CAMBIOS = ["subir_porciento", "bajar_porciento", "subir_pesos", "bajar_pesos"] as const;

/** To how many pesos they are rounded. */
export const REDONDEOS = ["1", "5", "10", "50"] as const;

const NONE_CHOSEN = "Elige una categoría, o marca los servicios.";
const BOTH_CHOSEN = "Marcaste servicios y también elegiste de cuáles: elige «Los que elija», o quita las marcas.";
const CUANTO = "Escribe cuánto.";

/** The form of a change; `hoy` is the studio's today, from which it counts when the day is left out. */
export const cambioDePreciosSchema = (hoy: string) =>
  z
    .object({
      alcance: oneOf(ALCANCES, NONE_CHOSEN)
        .optional()
        .transform((alcance) => alcance ?? ELEGIDOS),
      servicios: idList("Elige los servicios de la lista."),
      cambio: oneOf(CAMBIOS, "Elige si suben o bajan."),
      cuanto: z.string({ error: CUANTO }).max(30, tooLong(30)),
      redondeo: oneOf(REDONDEOS, "Elige a cuánto se redondean."),
      desde: calendarDay()
        .refine((day) => day >= hoy, "Ese día ya pasó: elige hoy o uno que viene.")
        .optional()
        .transform((day) => day ?? hoy),
    })
    .superRefine(({ alcance, servicios, cambio, cuanto }, context) => {
      const fail = (path: string, message: string) => context.addIssue({ code: "custom", message, path: [path] });
      if (alcance === ELEGIDOS && servicios.length === 0) fail("alcance", NONE_CHOSEN);
      if (alcance !== ELEGIDOS && servicios.length > 0) fail("alcance", BOTH_CHOSEN);
      const amount = readCuanto(cambio, cuanto);
      if ("error" in amount) fail("cuanto", amount.error);
    })
    .overwrite(({ cuanto, ...values }) => {
      const amount = readCuanto(values.cambio, cuanto);
      return { ...values, cuanto: "error" in amount ? cuanto : amount.value };
    });

/** How much, as people type it: a percentage with or without its sign, or pesos. */
function readCuanto(cambio: (typeof CAMBIOS)[number], typed: string): { value: string } | { error: string } {
  if (cambio.endsWith("pesos")) {
    const amount = money().safeParse(typed);
    return amount.success ? { value: amount.data } : { error: amount.error.issues[0]?.message ?? CUANTO };
  }
  const text = plainText(typed);
  const percent = readPercent(/[%％٪]|por\s*ciento/i.test(text) ? text : `${text}%`);
  if (percent !== null && isNonZero(percent) && Number(percent) <= 1000) return { value: percent };
  return { error: "Escribe el porcentaje con números, como 10 o 12.5, hasta 1000." };
}

export type CambioDePrecios = z.output<ReturnType<typeof cambioDePreciosSchema>>;

/** What a service costs before and after a change; `planeado` is the price that it was to have from that day, which gives way. */
export type PrecioNuevo = {
  id: string;
  nombre: string;
  antes: string;
  despues: string;
  planeado: string | null;
  /** Whether the new price is another one than that day would have had, and why it cannot be. */
  isChange: boolean;
  problem: "low" | "high" | null;
};

/** The prices of a change in the order of their names, and a digest of them: what is saved is what was seen. */
export type VistaDePrecios = { precios: PrecioNuevo[]; digest: string };

/** Works out the prices of a change without saving anything. `antes` is what the service will cost on the eve of the day; what is free stays free. */
export async function previewPrecios(
  { alcance, servicios, cambio, cuanto, redondeo, desde }: CambioDePrecios,
  reader: Pick<Transaction, "$queryRaw"> = db,
): Promise<VistaDePrecios> {
  const sign = cambio.startsWith("bajar") ? "-" : "";
  const isPercent = cambio.endsWith("porciento");
  const [factor, amount] = isPercent
    ? [Prisma.sql`(1 + ${sign + cuanto}::numeric / 100)`, Prisma.sql`0`]
    : [Prisma.sql`1`, Prisma.sql`${sign + cuanto}::numeric`];
  const precios = await reader.$queryRaw<PrecioNuevo[]>`
    SELECT id, nombre, antes::text, despues::text, planeado::text, despues <> coalesce(planeado, antes) AS "isChange",
      CASE WHEN despues = antes THEN NULL WHEN despues <= 0 THEN 'low' WHEN despues > ${MAX_PRECIO}::numeric THEN 'high' END AS problem
    FROM (
      SELECT s.id, s.nombre, antes, despues, planeado FROM servicios_susa s
      CROSS JOIN LATERAL (SELECT coalesce((
        SELECT p.precio FROM precios_susa p WHERE p.servicio_id = s.id AND p.desde < ${desde}::date ORDER BY p.desde DESC LIMIT 1
      ), s.precio) AS antes) before
      CROSS JOIN LATERAL (
        SELECT CASE WHEN antes = 0 THEN antes
          ELSE (round((antes * ${factor} + ${amount}) / ${redondeo}::numeric) * ${redondeo}::numeric)::numeric(30, 2) END AS despues
      ) after
      LEFT JOIN (SELECT servicio_id, desde, precio AS planeado FROM precios_susa) p ON p.servicio_id = s.id AND p.desde = ${desde}::date
      WHERE s.activo AND ${matching(alcance, servicios)}
      ORDER BY s.nombre, s.id
    ) changed`;
  return { precios, digest: keyedDigest(JSON.stringify([desde, precios])) };
}

/** The most that the column of a price holds. */
const MAX_PRECIO = "9999999999.99";

function matching(alcance: CambioDePrecios["alcance"], servicios: string[]): Prisma.Sql {
  if (alcance === ELEGIDOS) return Prisma.sql`s.id = ANY (${servicios}::uuid[])`;
  return alcance === TODOS ? Prisma.sql`true` : Prisma.sql`s.categoria::text = ${alcance}`;
}

/** How many prices a change gave, and from which day; empty: at once. */
export type PreciosGuardados = { count: number; desde: string };

/**
 * Saves a change that was `seen` as this digest: at once from the day `hoy`, otherwise planned, in place of what was planned for that
 * day. Rejects with `changed` when it would give other prices than were seen, and with `none` when it gives none.
 */
export function savePrecios(values: CambioDePrecios, seen: string, hoy: string, cuenta_id: string, key: IdempotencyKey) {
  return writeOnce<PreciosGuardados, "changed" | "none">(key, async (transaction) => {
    // In the order in which prices come into force.
    await transaction.$queryRaw`
      SELECT FROM servicios_susa s WHERE ${matching(values.alcance, values.servicios)} ORDER BY id FOR NO KEY UPDATE`;
    const { precios, digest } = await previewPrecios(values, transaction);
    if (digest !== seen || precios.some(({ problem }) => problem)) throw new WriteRejection("changed");
    const changed = precios.filter(({ isChange }) => isChange);
    if (changed.length === 0) throw new WriteRejection("none");
    const rows = Prisma.sql`jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) AS n (id uuid, despues numeric)`;
    if (values.desde <= hoy)
      await transaction.$executeRaw`UPDATE servicios_susa s SET precio = n.despues FROM ${rows} WHERE s.id = n.id`;
    else
      await transaction.$executeRaw`
        INSERT INTO precios_susa (servicio_id, desde, precio, cuenta_id)
        SELECT n.id, ${values.desde}::date, n.despues, ${cuenta_id}::uuid FROM ${rows}
        ON CONFLICT (servicio_id, desde) DO UPDATE SET precio = excluded.precio, cuenta_id = excluded.cuenta_id`;
    return { count: changed.length, desde: values.desde <= hoy ? "" : values.desde };
  });
}

const planned = {
  id: true,
  desde: true,
  precio: true,
  servicio: { select: { id: true, nombre: true, precio: true, activo: true } },
} satisfies Prisma.PrecioDesdeSelect;

/** A planned price, with what its service costs until then (`antes`). */
export type PrecioPlaneado = {
  id: string;
  desde: string;
  precio: string;
  antes: string;
  servicio: { id: string; nombre: string; activo: boolean };
};

/** Lists the planned prices by day and name; `servicio_id`: those of one service. */
export async function listPreciosPlaneados(servicio_id?: string): Promise<PrecioPlaneado[]> {
  const rows = await db.precioDesde.findMany({
    where: { servicio_id },
    select: planned,
    orderBy: [{ desde: "asc" }, { servicio: { nombre: "asc" } }, { id: "asc" }],
  });
  const last = new Map<string, string>();
  return rows.map(({ id, desde, precio, servicio }) => {
    const antes = last.get(servicio.id) ?? servicio.precio.toFixed(2);
    last.set(servicio.id, precio.toFixed(2));
    const { id: own, nombre, activo } = servicio;
    return { id, desde: dayOf(desde), precio: precio.toFixed(2), antes, servicio: { id: own, nombre, activo } };
  });
}

/** Gives a planned price, or null when the id is unknown or malformed. */
export async function getPrecioPlaneado(id: string | undefined) {
  const row = isId(id) ? await db.precioDesde.findUnique({ where: { id }, select: planned }) : null;
  return row && { desde: dayOf(row.desde), precio: row.precio.toFixed(2), nombre: row.servicio.nombre };
}

/** Takes a planned price back; `missing` when it is in force already, or was taken back. */
export function deletePrecioPlaneado(id: string | undefined, key: IdempotencyKey) {
  return writeOnce<number, "missing">(key, async (transaction) => {
    const { count } = isId(id) ? await transaction.precioDesde.deleteMany({ where: { id } }) : { count: 0 };
    if (count === 0) throw new WriteRejection("missing");
    return count;
  });
}
