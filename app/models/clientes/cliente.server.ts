import { randomUUID } from "node:crypto";
import { z } from "zod";
import { db, type Transaction } from "~/database/client.server";
import { openCursor } from "~/database/cursor.server";
import { encrypt } from "~/database/encryption.server";
import {
  asMoment,
  isId,
  optionalEmail,
  optionalInteger,
  optionalPhone,
  optionalText,
  requiredName,
} from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { pageOf } from "~/database/paging.server";
import { matchesSearch, searchFilter } from "~/database/search.server";
import { deleteToTrash } from "~/database/trash.server";
import { isPhone, normalizePhone } from "~/format/phone";
import { type Cliente, Prisma } from "~/generated/client";
import { MAX_ALERTA_LENGTH, MAX_NOTE_LENGTH } from "~/limits";
import type { RightsHolder } from "~/models/cuentas/permiso.server";
import { withFaltas } from "./ficha.server";
import { openNota, SALUD, withAlertas } from "./salud.server";

/** The form of a client: every field, null when an optional one is empty. */
export const clienteSchema = z.object({
  nombre: requiredName(120, "Escribe el nombre."),
  correo: optionalEmail(),
  telefono: optionalPhone(),
  edad: optionalInteger(0, 120, "Escribe la edad en años cumplidos, con un número entero de 0 a 120.", null),
  ocupacion: optionalText(120),
  estado_civil: optionalText(60),
  medicina: optionalText(MAX_NOTE_LENGTH),
  enfermedades: optionalText(MAX_NOTE_LENGTH),
  alerta: optionalText(MAX_ALERTA_LENGTH),
  servicio: optionalText(120),
});

export type ClienteValues = z.output<typeof clienteSchema>;
export type ClienteRecord = ReturnType<typeof decryptNotas>;

type Salud = (typeof SALUD)[number];

/** What a form writes: without the health fields that it does not carry, which stay as they are. */
export type ClienteInput = Omit<ClienteValues, Salud> & Partial<Pick<ClienteValues, Salud>>;

export const LETRAS = [..."ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"];

/** The names that begin with a letter, as the column sorts: á with a, ñ by itself, Greek after z. Small letters come first. */
const startOf = (letra: string) => letra.toLowerCase();
const endOf = (letra: string) => startOf(LETRAS[LETRAS.indexOf(letra) + 1] ?? "α");

/** The letters with which the name of a client begins, in order. */
export async function listLetras(): Promise<string[]> {
  const rows = await db.$queryRaw<{ letra: string }[]>`
    SELECT letra FROM unnest(${LETRAS}::text[], ${LETRAS.map(startOf)}::text[], ${LETRAS.map(endOf)}::text[]) l (letra, desde, hasta)
    WHERE EXISTS (SELECT FROM clientes_susa WHERE nombre >= desde AND nombre < hasta)`;
  return LETRAS.filter((letra) => rows.some((row) => row.letra === letra));
}

/**
 * Lists a page of clients whose name, e-mail or telephone contains every word of `q`, and their total: who came last first, then the
 * newest of those who never came; or by name those that begin with `letra`.
 */
export async function listClientes({ q, letra = "", pagina }: { q: string; letra?: string; pagina: number }) {
  const where = { AND: await searchFilter(q), nombre: letra ? { gte: startOf(letra), lt: endOf(letra) } : undefined };
  const [clientes, total] = await Promise.all([
    letra
      ? db.cliente.findMany({ where, select: LISTED, orderBy: [{ nombre: "asc" }, { id: "asc" }], ...pageOf(pagina) })
      : listByVisita(q, pagina),
    db.cliente.count({ where }),
  ]);
  return { clientes, total };
}

const LISTED = { id: true, nombre: true, correo: true, telefono: true, servicio: true, created_at: true } as const;

function listByVisita(q: string, pagina: number) {
  const { skip, take } = pageOf(pagina);
  return db.$queryRaw<Pick<Cliente, keyof typeof LISTED>[]>`
    SELECT id, nombre, correo, telefono, servicio, created_at FROM clientes_susa LEFT JOIN (
      SELECT cliente_id, max(fecha_hora) AS visita FROM citas_susa WHERE estado = 'completada' GROUP BY cliente_id
    ) AS visitas ON cliente_id = id
    WHERE ${matchesSearch(q)} ORDER BY visita DESC NULLS LAST, created_at DESC, id LIMIT ${take} OFFSET ${skip}`;
}

/** How many clients there are. */
export const countClientes = (): Promise<number> => db.cliente.count();

// As many as fit on a phone.
const MAX_FOUND = 12;

/**
 * The clients with the telephone `q`; otherwise the first twelve by name whose name, e-mail or telephone contains every
 * word of it. With what is told of them where they are chosen, whether there are more, and in `exactMatch` the only one with that
 * telephone.
 */
export async function findClientes(q: string, user: RightsHolder) {
  const exact = await listByTelefono(q);
  const found = await db.cliente.findMany({
    where: exact.length > 0 ? { id: { in: exact } } : { AND: await searchFilter(q) },
    select: { id: true, nombre: true, telefono: true },
    orderBy: [{ nombre: "asc" }, { id: "asc" }],
    take: MAX_FOUND + 1,
  });
  const clientes = await withRemarks(user, found.slice(0, MAX_FOUND));
  return { clientes, hasMore: found.length > MAX_FOUND, exactMatch: exact.length === 1 ? clientes[0] : undefined };
}

/** The ids of the clients with this telephone, however it is written; none when `q` is anything else. */
async function listByTelefono(q: string): Promise<string[]> {
  if (!isPhone(q)) return [];
  const rows = await db.$queryRaw<
    { id: string }[]
  >`SELECT id FROM clientes_susa WHERE phone_digits(telefono) = phone_digits(${normalizePhone(q)})`;
  return rows.map(({ id }) => id);
}

/** Gives a client's id, name and telephone, or null when the id is unknown or malformed. */
export async function getNombre(id: string | null | undefined) {
  return isId(id) ? db.cliente.findUnique({ where: { id }, select: { id: true, nombre: true, telefono: true } }) : null;
}

/** Gives a client's id, name, telephone and what is told of her where she is chosen; null when the id is unknown or malformed. */
export async function getElegida(id: string | null | undefined, user: RightsHolder) {
  const cliente = await getNombre(id);
  const [elegida = null] = cliente ? await withRemarks(user, [cliente]) : [];
  return elegida;
}

/** Clients with their alerts, if `user` may see them, and how often they did not come or cancelled late. */
const withRemarks = async <C extends { id: string }>(user: RightsHolder, clientes: C[]) =>
  withFaltas(await withAlertas(user, clientes));

/**
 * Opens a cursor over the clients whose name, e-mail or telephone contains every word of `q`, by name, without the health
 * notes: name, telephone, e-mail, age, occupation, civil status, service, and the studio's day on which they were added.
 */
export async function exportClientes(q: string, zona: string) {
  return openCursor(Prisma.sql`
    SELECT nombre, telefono, correo, edad, ocupacion, estado_civil, servicio, (created_at AT TIME ZONE ${zona})::date
    FROM clientes_susa WHERE ${matchesSearch(q)} ORDER BY nombre, id`);
}

/** The names of the clients with these ids who still exist. */
export async function getNombres(ids: string[]): Promise<Map<string, string>> {
  const rows = await db.cliente.findMany({ where: { id: { in: ids } }, select: { id: true, nombre: true } });
  return new Map(rows.map(({ id, nombre }) => [id, nombre]));
}

/** Other clients with the same telephone (however it is written) or e-mail: possible duplicates. */
export async function listOtrasFichas(id: string): Promise<Pick<Cliente, "id" | "nombre" | "telefono" | "created_at">[]> {
  return db.$queryRaw`
    SELECT otra.id, otra.nombre, otra.telefono, otra.created_at FROM clientes_susa otra
    WHERE otra.id <> ${id}::uuid AND otra.id IN (
      SELECT c.id FROM clientes_susa esta JOIN clientes_susa c ON phone_digits(c.telefono) = phone_digits(esta.telefono)
      WHERE esta.id = ${id}::uuid
      UNION
      SELECT c.id FROM clientes_susa esta JOIN clientes_susa c ON lower(c.correo) = lower(esta.correo)
      WHERE esta.id = ${id}::uuid
    ) ORDER BY otra.created_at, otra.id LIMIT 20`;
}

/** Other clients with the same name, ignoring accents and case, oldest first. */
export async function listTocayas(id: string): Promise<Pick<Cliente, "id">[]> {
  return db.$queryRaw`
    SELECT otra.id FROM clientes_susa esta JOIN clientes_susa otra
      ON otra.busqueda LIKE contains_pattern(esta.nombre) AND fold_text(otra.nombre) = fold_text(esta.nombre) AND otra.id <> esta.id
    WHERE esta.id = ${id}::uuid ORDER BY otra.created_at, otra.id LIMIT 20`;
}

/** Gives a client without what she confided, or null when the id is unknown or malformed. */
export async function getCliente(id: string | undefined) {
  const omit = { medicina: true, enfermedades: true, alerta: true };
  const row = isId(id) ? await db.cliente.findUnique({ where: { id }, omit }) : null;
  return row && { ...row, updated_at: row.updated_at.toISOString() };
}

/** Gives a client with what she confided, decrypted, or null when the id is unknown or malformed. */
export async function getClienteConSalud(id: string | undefined): Promise<ClienteRecord | null> {
  const row = isId(id) ? await db.cliente.findUnique({ where: { id } }) : null;
  return row && decryptNotas(row);
}

/** The values without the health fields that the form did not carry: those are not touched, where an empty one is cleared. */
export function onlyCarried(values: ClienteInput, isCarried: (campo: Salud) => boolean): ClienteInput {
  const input: ClienteInput = { ...values };
  for (const campo of SALUD) if (!isCarried(campo)) delete input[campo];
  return input;
}

/** Creates a client. */
export function createCliente(values: ClienteInput, key: IdempotencyKey) {
  return writeOnce(
    key,
    async (transaction) => (await transaction.cliente.create({ data: encryptNotas(values), select: { id: true } })).id,
  );
}

/**
 * Updates a client: `stale` when it was changed since `updated_at` was `seen`, `missing` when it does not exist. Gives her id and,
 * if health notes were emptied, that of their copy in the trash.
 */
export function updateCliente(
  id: string | undefined,
  seen: unknown,
  values: ClienteInput,
  cuenta_id: string,
  key: IdempotencyKey,
) {
  return writeOnce<string[], "stale" | "missing">(key, async (transaction) => {
    const before = isId(id) ? await transaction.cliente.findUnique({ where: { id } }) : null;
    if (!before) throw new WriteRejection("missing");
    // Encrypted again an unchanged text would look changed.
    const changed = onlyCarried(values, (campo) => campo in values && openNota(before[campo]) !== (values[campo] ?? null));
    const { count } = await transaction.cliente.updateMany({
      where: { id, updated_at: asMoment(seen) },
      data: encryptNotas(changed),
    });
    if (count === 0) throw new WriteRejection("stale");
    const lost = SALUD.filter((campo) => campo in changed && before[campo] !== null);
    if (lost.length === 0) return [before.id];
    const papelera_id = await keepNotas(transaction, before, lost, cuenta_id);
    return lost.every((campo) => changed[campo] === null) ? [before.id, papelera_id] : [before.id];
  });
}

/** Keeps former health notes of a client in the trash, encrypted as they are. Gives the id of the copy. */
async function keepNotas(
  transaction: Transaction,
  before: Pick<Cliente, "id" | Salud>,
  campos: readonly Salud[],
  cuenta_id: string,
) {
  const fila = { cliente_id: before.id, ...Object.fromEntries(campos.map((campo) => [campo, before[campo]])) };
  // One copy for each time: the client herself may be in the trash too.
  const data = { tipo: "salud", registro_id: randomUUID(), fila, cuenta_id } as const;
  const { id } = await transaction.papelera.create({ data, select: { id: true } });
  return id;
}

/** Deletes a client; her appointments stay, without a name. Gives the id of the copy. */
export function deleteCliente(id: string | undefined, cuenta_id: string, key: IdempotencyKey) {
  return deleteToTrash("cliente", id, cuenta_id, key);
}

/** The values as they are stored: what the client confided is encrypted. */
export function encryptNotas<V extends ClienteInput>(values: V): V {
  return { ...values, ...mapSalud(values, encrypt) };
}

/** A row with what the client confided, decrypted, or UNREADABLE_NOTA. */
export function decryptNotas(row: Omit<Cliente, "busqueda">) {
  return { ...row, ...mapSalud(row, openNota), updated_at: row.updated_at.toISOString() };
}

/** The health fields that `values` has, with their texts changed. */
function mapSalud<V extends Partial<Record<Salud, string | null>>>(values: V, change: (text: string) => string | null) {
  const present = SALUD.flatMap((campo) => {
    const text = values[campo];
    return campo in values ? [[campo, text && change(text)]] : [];
  });
  return Object.fromEntries(present) as Pick<V, Salud>;
}
