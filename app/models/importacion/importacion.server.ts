import { z } from "zod";
import { withoutLines } from "~/database/actor.server";
import { db, type Transaction } from "~/database/client.server";
import { sha256 } from "~/database/digest.server";
import { decrypt, encrypt } from "~/database/encryption.server";
import { isId } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { LONG_TRANSACTION_MS } from "~/database/timeouts.server";
import { fullName } from "~/format/text";
import { Prisma } from "~/generated/client";
import { IMPORT_LIFETIME_MS, PAGE_SIZE } from "~/limits";
import { CATEGORIAS } from "~/models/catalogo/servicio.server";
import { lockEveryAgenda } from "~/models/citas/visita.server";
import { record } from "~/models/cuentas/bitacora.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { type Archivo, type Hoja, LISTAS, readFilas, rereadHojas, viewColumnas, viewLetras } from "./hojas.server";
import {
  asConocida,
  CLASES,
  type Clase,
  type Conocida,
  type Contexto,
  type FilaDeHoja,
  hojaOf,
  insertRows,
  type Lista,
  type Nueva,
  optionOf,
  type Pregunta,
  type Respuestas,
  rowIn,
  type Tarifa,
} from "./lista.server";

// The files of an import between its upload, its preview and its writing; afterwards what it wrote, so that it can be taken back.

const MAX_PER_ACCOUNT = 5;
const SAMPLE = 10;
// What a form can hold, and a person answer at once: more come when these are answered.
const MAX_PREGUNTAS = 100;
const MAX_COLUMNAS = 200;
const MAX_CORRECTIONS = 200;
const MAX_CORRECTED = 500;

/** The form has only the files, which cannot be sent back when the form is invalid. */
export const importarSchema = z.object({ archivo: z.undefined().optional() });

/** Stores files, encrypted, for an hour between their preview and their import, and gives the id of the import. */
export function saveImportacion(cuenta_id: string, archivos: Archivo[], key: IdempotencyKey) {
  const sobre = encrypt(JSON.stringify(archivos.map(({ nombre, bytes }) => [nombre, Buffer.from(bytes).toString("base64")])));
  return writeOnce(key, async (transaction) => {
    await transaction.importacion.deleteMany({ where: { ...PENDING, created_at: { lte: expiry() } } });
    // Limits the rows an account can fill by uploading files and leaving them.
    const others = await transaction.importacion.findMany({
      where: { ...PENDING, cuenta_id },
      select: { id: true },
      orderBy: [{ created_at: "desc" }, { id: "asc" }],
      skip: MAX_PER_ACCOUNT - 1,
    });
    await transaction.importacion.deleteMany({ where: { id: { in: others.map(({ id }) => id) } } });
    return (await transaction.importacion.create({ data: { cuenta_id, sobre }, select: { id: true } })).id;
  });
}

const PENDING = { hecho_at: null } as const;

/** Deletes files older than an hour, and what imports wrote after 30 days. */
export const PURGE_IMPORTACIONES = `DELETE FROM importaciones_susa WHERE CASE WHEN hecho_at IS NULL
  THEN created_at < now() - interval '${IMPORT_LIFETIME_MS} milliseconds' ELSE hecho_at < now() - interval '30 days' END`;

/** Files created before this moment have expired. */
const expiry = () => new Date(Date.now() - IMPORT_LIFETIME_MS);

/** The files and the answers of an import; `saved` is how its answers are stored. */
type Sobre = { id: string; archivos: Archivo[]; respuestas: Respuestas; saved: string | null };

async function openSobre(id: string | undefined, cuenta_id: string): Promise<Sobre | null> {
  const row = isId(id)
    ? await db.importacion.findFirst({ where: { ...PENDING, id, cuenta_id, created_at: { gt: expiry() } } })
    : null;
  if (!row) return null;
  const files: [string, string][] = JSON.parse(decrypt(row.sobre));
  const archivos = files.map(([nombre, content]) => ({ nombre, bytes: Buffer.from(content, "base64") }));
  return { id: row.id, archivos, respuestas: openRespuestas(row.respuestas), saved: row.respuestas };
}

const openRespuestas = (saved: string | null): Respuestas =>
  new Map(saved === null ? [] : (JSON.parse(decrypt(saved)) as [string, string][]));

/** Locks a pending import until the transaction ends and gives its stored answers. Throws WriteRejection `expired`. */
async function lockRespuestas(transaction: Transaction, id: string | undefined, cuenta_id: string): Promise<string | null> {
  const [row] = isId(id)
    ? await transaction.$queryRaw<{ respuestas: string | null }[]>`
        SELECT respuestas FROM importaciones_susa
        WHERE id = ${id}::uuid AND cuenta_id = ${cuenta_id}::uuid AND hecho_at IS NULL AND created_at > ${expiry()} FOR UPDATE`
    : [];
  if (!row) throw new WriteRejection("expired");
  return row.respuestas;
}

/**
 * Keeps what was answered in a preview, over what was answered before, also at the same time in another tab; `expired` when there is no
 * such import. Answers are encrypted like the files: a corrected row is personal.
 */
export function saveRespuestas(id: string | undefined, cuenta_id: string, given: Respuestas, key: IdempotencyKey) {
  return writeOnce<boolean, "expired">(key, async (transaction) => {
    const before = openRespuestas(await lockRespuestas(transaction, id, cuenta_id));
    const respuestas = encrypt(JSON.stringify([...before, ...given]));
    await transaction.importacion.updateMany({ where: { id, cuenta_id }, data: { respuestas } });
    return true;
  });
}

type Leida = { lista: Lista<unknown>; filas: FilaDeHoja<unknown>[]; known: Map<number, Conocida>; nuevas: Nueva<unknown>[] };

const empleado = {
  id: true,
  nombre: true,
  apellido: true,
  telefono: true,
  email: true,
  especialidades: true,
  activo: true,
} as const;
const servicio = {
  id: true,
  nombre: true,
  categoria: true,
  precio: true,
  duracion_minutos: true,
  limpieza_minutos: true,
  activo: true,
} as const;
const cita = { cliente_id: true, servicio_id: true, empleado_id: true, fecha_hora: true, fin: true, estado: true } as const;
const left = { hueco_desde: true, cita: { select: { cliente_id: true, servicio_id: true } } } as const;
const doer = { where: { empleado: { activo: true } }, take: 1 } as const;

const isActivo = ({ activo }: { activo: boolean }) => activo;

type From = Pick<Transaction, "empleado" | "servicio" | "cliente" | "cita" | "cambioCita" | "$queryRaw">;

/** What rows may name; the clients and the appointments ahead only when appointments are brought. */
async function readContexto(from: From, hojas: Hoja[]): Promise<Contexto> {
  const ahora = new Date();
  const isAgenda = hojas.some(({ lista }) => lista?.clase === "citas");
  const zona = await getZona();
  const team = await from.empleado.findMany({ select: empleado });
  const catalogue = await from.servicio.findMany({ select: { ...servicio, quien: doer } });
  const servicios = catalogue.map(({ precio, categoria, quien, ...rest }) => ({
    ...{ ...rest, precio: precio.toFixed(2), categoria: CATEGORIAS[categoria], isOrphan: quien.length === 0 },
  }));
  const clientes = isAgenda ? await from.cliente.findMany({ select: { id: true, nombre: true, telefono: true } }) : [];
  const citas = isAgenda ? await from.cita.findMany({ where: { fin: { gt: ahora } }, select: cita }) : [];
  const huecos = isAgenda ? await from.cambioCita.findMany({ where: { hueco_desde: { gt: ahora } }, select: left }) : [];
  const ocupadas = citas.map(({ fecha_hora, fin, ...rest }) => ({ ...rest, from: fecha_hora.getTime(), to: fin.getTime() }));
  const isCancelada = ({ estado }: { estado: string }) => estado === "cancelada";
  return {
    ...{ ahora, zona, pendientes: [], named: new Set() },
    ...{ empleados: team.filter(isActivo), servicios: servicios.filter(isActivo) },
    inactivos: { empleados: team.filter((one) => !isActivo(one)), servicios: servicios.filter((one) => !isActivo(one)) },
    clientes: clientes.map(asConocida),
    ocupadas: ocupadas.filter((one) => !isCancelada(one)),
    agendadas: [
      ...ocupadas.map((one) => ({ ...one, como: isCancelada(one) ? ("cancelada" as const) : ("sigue" as const) })),
      ...huecos.map(({ hueco_desde, cita }) => ({ ...cita, from: Number(hueco_desde), como: "movida" as const })),
    ],
  };
}

/** Whether a question has its answer, and that lacks nothing. */
const isAnswered = ({ clave, falta }: Pregunta, respuestas: Respuestas) => falta === null && Boolean(respuestas.get(clave));

/** Whether a row waits for the answer to one of its questions, or for what an answer lacks. */
const isWaiting = ({ preguntas }: FilaDeHoja<unknown>, respuestas: Respuestas) =>
  preguntas.some((pregunta) => !isAnswered(pregunta, respuestas));

/** The id of a row's record: the same at each reading of its import (a UUID of version 8), because an answer may name it. */
function idOf(importacion: string, fila: number): string {
  const digest = sha256(`${importacion} ${fila}`);
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `a${digest.slice(17, 20)}`];
  return [...parts, digest.slice(20, 32)].join("-");
}

/** Reads the rows of all sheets, kind after kind, and separates new ones from known ones and from those to correct. */
async function readImport(from: From, { id, respuestas }: Sobre, hojas: Hoja[]) {
  const contexto = await readContexto(from, hojas);
  const leidas: Leida[] = [];
  for (const lista of LISTAS) {
    const filas = hojas.flatMap((hoja) => (hoja.lista === lista ? readFilas(hoja, contexto, respuestas) : []));
    const known = await lista.findKnown(from, filas, contexto);
    const nuevas = filas.flatMap((fila) => {
      const isNew = !fila.isNadie && !known.has(fila.fila) && fila.problems.length === 0 && !isWaiting(fila, respuestas);
      return isNew && fila.values ? [{ ...fila, values: fila.values, id: idOf(id, fila.fila) }] : [];
    });
    lista.announce?.(nuevas, contexto);
    if (lista.clase === "servicios") contexto.pendientes = filas.filter((fila) => isWaiting(fila, respuestas));
    leidas.push({ lista, filas, known, nuevas });
  }
  return { contexto, leidas };
}

/** The words to ask about, once each; of more than are asked at once, those without an answer first. */
function listPreguntas(leidas: Leida[], respuestas: Respuestas): Pregunta[] {
  const all = leidas.flatMap(({ filas }) => filas.flatMap(({ preguntas }) => preguntas));
  const once = [...new Map(all.map((pregunta) => [pregunta.clave, pregunta])).values()];
  if (once.length <= MAX_PREGUNTAS) return once;
  return [...once.filter((one) => !isAnswered(one, respuestas)), ...once.filter((one) => isAnswered(one, respuestas))];
}

/** A row to look at: a new one with a remark, a known one, one to correct with its fields, or one that is none of its list. */
export type Revision = {
  fila: number;
  hoja: number;
  nombre: string;
  estado: "nueva" | "ya" | "renueva" | "mal" | "nadie";
  notes: string[];
  campos: { campo: string; label: string; value: string }[];
};

/**
 * Previews stored files as they were answered: for each sheet its kind and its columns, for each kind how many rows are new (with the
 * first of them), and a page of the rows to look at (the last page for a number past it). Of many columns only those of the sheet
 * `abierta` can be changed. Null when the files do not exist or have expired.
 */
export async function previewImportacion(id: string | undefined, cuenta_id: string, pagina: number, abierta?: number) {
  const sobre = await openSobre(id, cuenta_id);
  if (!sobre) return null;
  const { respuestas } = sobre;
  const hojas = await rereadHojas(sobre.archivos, respuestas);
  const { contexto, leidas } = await readImport(db, sobre, hojas);
  const made = listMade(contexto);
  const revisiones = leidas.flatMap((leida) => listRevisiones(leida, respuestas));
  const last = Math.max(1, Math.ceil(revisiones.length / PAGE_SIZE));
  const page = Math.min(pagina, last);
  const preguntas = listPreguntas(leidas, respuestas);
  const columnas = hojas.map(viewColumnas);
  const isEachOpen = columnas.flat().length <= MAX_COLUMNAS;
  const count = (...estados: Revision["estado"][]) => revisiones.filter(({ estado }) => estados.includes(estado)).length;
  return {
    hojas: hojas.map((hoja, at) => {
      const filas = leidas.find(({ lista }) => lista === hoja.lista)?.filas.filter(({ fila }) => hojaOf(fila) === hoja.n) ?? [];
      return {
        ...{
          n: hoja.n,
          archivo: hoja.archivo,
          nombre: hoja.nombre,
          clase: hoja.lista?.clase ?? null,
          elegida: hoja.elegida,
          filas: hoja.body.length,
          falta: hoja.falta,
        },
        ...{ columnas: columnas[at] ?? [], labels: hoja.lista?.labels ?? {}, letras: viewLetras(hoja, filas) },
        isOpen: isEachOpen || hoja.n === abierta,
      };
    }),
    isEachOpen,
    morePreguntas: Math.max(0, preguntas.length - MAX_PREGUNTAS),
    preguntas: preguntas.slice(0, MAX_PREGUNTAS).map((pregunta) => ({
      ...pregunta,
      // One that is gone is shown as none.
      respuesta: pregunta.falta === "respuesta" ? "" : (respuestas.get(pregunta.clave) ?? ""),
      apellido: respuestas.get(`${pregunta.clave}_apellido`) ?? "",
    })),
    empleados: contexto.empleados
      .filter(({ clave }) => !clave)
      .map((one) => ({ value: optionOf(one, fullName(one)), label: fullName(one) })),
    servicios: contexto.servicios.map((one) => ({ value: optionOf(one, one.nombre), label: one.nombre })),
    waiting: leidas.flatMap(({ filas }) => filas.filter((fila) => isWaiting(fila, respuestas))).length,
    clases: leidas.flatMap(({ lista, nuevas }) => {
      const count = nuevas.length + madeFor(lista, made).length;
      const sample = nuevas.slice(0, SAMPLE).map(({ fila, nombre, values }) => ({
        ...{ fila, row: rowIn(fila), nombre, detalle: lista.describe(values, contexto) },
      }));
      return count === 0 ? [] : [{ clase: lista.clase, nuevas: count, sample }];
    }),
    renovar: respuestas.get("renovar") === "on",
    renovables: leidas.flatMap(({ known }) => [...known.values()].filter(({ renueva }) => renueva)).length,
    known: count("ya"),
    invalid: count("mal"),
    notRows: count("nadie"),
    remarked: count("nueva"),
    revisiones: withinForm(revisiones.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)),
    page,
    last,
  };
}

/** Rows with as many fields to correct as a form can hold: the others can be corrected once these are. */
function withinForm(revisiones: Revision[]): Revision[] {
  let left = MAX_CORRECTIONS;
  return revisiones.map(({ campos, ...revision }) => {
    const shown = campos.slice(0, left);
    left -= shown.length;
    return { ...revision, campos: shown };
  });
}

function listRevisiones({ lista, filas, known }: Leida, respuestas: Respuestas): Revision[] {
  return filas.flatMap((one): Revision[] => {
    const { fila, nombre, values, problems, avisos, isNadie } = one;
    const match = known.get(fila);
    const wrong = match?.campo ? [...problems, { ...match, campo: match.campo }] : problems;
    const review = (estado: Revision["estado"], notes: string[]): Revision => ({
      ...{ fila: rowIn(fila), hoja: hojaOf(fila), nombre, estado, notes },
      campos:
        estado === "mal"
          ? wrong.flatMap(({ campo, text = "" }) => {
              const label = campo === null ? undefined : lista.labels[campo];
              // A longer text is not to be cut by correcting it here.
              return campo && label && text.length <= MAX_CORRECTED ? [{ campo, label, value: text }] : [];
            })
          : [],
    });
    if (isNadie) return [review("nadie", [isNadie])];
    if (isWaiting(one, respuestas)) return [];
    if (match && !match.campo)
      return [review(match.renueva && respuestas.get("renovar") === "on" ? "renueva" : "ya", [match.sentence])];
    if (!values || wrong.length > 0)
      return [
        review(
          "mal",
          wrong.map(({ sentence }) => sentence),
        ),
      ];
    return avisos.length > 0 ? [review("nueva", avisos)] : [];
  });
}

/** How many rows of each kind an import wrote, how many services it renewed, and how many rows it left out. */
export type Traido = { creados: Partial<Record<Clase, number>>; renovados: number; omitidos: number };

/** What an import wrote, so that it can be taken back: its rows with their versions, and what renewed services were before. */
type Escrito = {
  filas: Partial<Record<Clase, [id: string, version: string][]>>;
  before: (Tarifa & { renewed: Tarifa })[];
};

/** Imports run one after the other, so that each sees what the one before wrote. */
async function takeTurn(transaction: Transaction): Promise<void> {
  await transaction.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtext('importaciones_susa'))`;
}

/** Whom and what an appointment needs: only these keep others from booking, who wait for 1.5 seconds. */
const isOfAgenda = ({ lista }: Hoja) => ["equipo", "servicios", "citas"].includes(lista?.clase ?? "");

/**
 * Writes the new rows of stored files as they were answered, all or none: `expired` when they do not exist or have expired,
 * `unanswered` while a question has no answer, `unread` when a file could not be read this time, `changed` when an answer came meanwhile.
 */
export async function runImportacion(id: string | undefined, cuenta_id: string, key: IdempotencyKey) {
  const sobre = await openSobre(id, cuenta_id);
  const hojas = sobre ? await rereadHojas(sobre.archivos, sobre.respuestas) : [];
  return writeOnce<Traido, "expired" | "unanswered" | "unread" | "changed">(
    key,
    async (transaction) => {
      await takeTurn(transaction);
      if (hojas.some(isOfAgenda)) await lockEveryAgenda(transaction);
      const saved = await lockRespuestas(transaction, id, cuenta_id);
      if (!sobre) throw new WriteRejection("expired");
      if (saved !== sobre.saved) throw new WriteRejection("changed");
      if (hojas.some(({ isUnread }) => isUnread)) throw new WriteRejection("unread");
      const { contexto, leidas } = await readImport(transaction, sobre, hojas);
      const isOpen = hojas.some(({ columnas }) => columnas.some(({ destino }) => destino === null));
      if (isOpen || leidas.some(({ filas }) => filas.some((fila) => isWaiting(fila, sobre.respuestas)))) {
        throw new WriteRejection("unanswered");
      }
      const made = listMade(contexto);
      const renewed = sobre.respuestas.get("renovar") === "on" ? listRenovables(leidas) : [];
      const before = await transaction.servicio.findMany({
        where: { id: { in: renewed.map((tarifa) => tarifa.id) } },
        select: { id: true, precio: true, duracion_minutos: true },
      });
      await withoutLines(transaction, async () => {
        for (const specialist of made.equipo) await insertRows(transaction, "empleados_susa", [specialist]);
        await insertRows(transaction, "clientes_susa", made.clientes);
        for (const { lista, nuevas } of leidas) await lista.write(transaction, nuevas, contexto, cuenta_id);
        await renewVersions(transaction, leidas);
      });
      for (const { id, precio, duracion_minutos } of renewed) {
        await transaction.servicio.updateMany({ where: { id }, data: { precio, duracion_minutos } });
      }
      const ids = leidas.map(({ lista, nuevas }) => ({ lista, ids: idsOf([...madeFor(lista, made), ...nuevas]) }));
      const filas: Escrito["filas"] = {};
      for (const { lista, ids: written } of ids) {
        if (written.length === 0) continue;
        await record(transaction, { accion: "importacion", tipo: lista.tipo });
        filas[lista.clase] = await readVersions(transaction, lista, written);
      }
      const prices = before.flatMap(({ precio, ...tarifa }) => {
        const now = renewed.find((one) => one.id === tarifa.id);
        return now ? [{ ...tarifa, precio: precio.toFixed(2), renewed: now }] : [];
      });
      const hecho: Escrito = { filas, before: prices };
      // Without anything that it wrote there is nothing to take back.
      if (Object.keys(filas).length + prices.length === 0) await transaction.importacion.delete({ where: { id: sobre.id } });
      else {
        await transaction.$executeRaw`
          UPDATE importaciones_susa SET sobre = '', respuestas = NULL, hecho = ${JSON.stringify(hecho)}::jsonb, hecho_at = now()
          WHERE id = ${sobre.id}::uuid`;
      }
      const rows = leidas.reduce(
        (sum, { filas, nuevas }) => sum + filas.filter(({ isNadie }) => !isNadie).length - nuevas.length,
        0,
      );
      return { creados: countEach(filas), renovados: renewed.length, omitidos: rows - renewed.length };
    },
    LONG_TRANSACTION_MS,
  );
}

/** Who is made without a row of her own: specialists whom a row names and she wants, and clients of appointments. */
const listMade = ({ empleados, clientes, named }: Contexto) => ({
  equipo: empleados.flatMap(({ id, nombre, apellido, clave }) => (clave && named.has(id) ? [{ id, nombre, apellido }] : [])),
  clientes: clientes.flatMap(({ id, nombre, telefono, isMade }) => (isMade && named.has(id) ? [{ id, nombre, telefono }] : [])),
});
type Made = ReturnType<typeof listMade>;
const madeFor = ({ clase }: Lista<unknown>, made: Made): { id: string }[] =>
  clase === "equipo" || clase === "clientes" ? made[clase] : [];

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** The new price and minutes of services that are there, once each. */
function listRenovables(leidas: Leida[]): Tarifa[] {
  const all = leidas.flatMap(({ known }) => [...known.values()].flatMap(({ renueva }) => renueva ?? []));
  return [...new Map(all.map((tarifa) => [tarifa.id, tarifa])).values()];
}

const countEach = (filas: Escrito["filas"]): Traido["creados"] =>
  Object.fromEntries(CLASES.flatMap((clase) => (filas[clase] ? [[clase, filas[clase].length]] : [])));

/** Gives new versions to the specialists and services that new ones of the other kind are tied to, whose forms may be open. */
async function renewVersions(transaction: Transaction, leidas: Leida[]): Promise<void> {
  const ids = (clase: Clase) => leidas.flatMap(({ lista, nuevas }) => (lista.clase === clase ? idsOf(nuevas) : []));
  await transaction.$executeRaw`
    UPDATE empleados_susa SET updated_at = updated_at
    WHERE id IN (SELECT empleado_id FROM servicios_empleados_susa WHERE servicio_id = ANY (${ids("servicios")}::uuid[]))`;
  await transaction.$executeRaw`
    UPDATE servicios_susa SET updated_at = updated_at
    WHERE id IN (SELECT servicio_id FROM servicios_empleados_susa WHERE empleado_id = ANY (${ids("equipo")}::uuid[]))`;
}

const DOES = { equipo: ["empleado_id", "servicio_id"], servicios: ["servicio_id", "empleado_id"] };

/**
 * The version of a row, in SQL: when it was changed last. Of the team and its services what they say and who does what instead: an import
 * of the other kind gives them a new moment, which is gone for nothing once that import is taken back.
 */
function versionIn({ clase, tabla }: Lista<unknown>): Prisma.Sql {
  if (clase !== "equipo" && clase !== "servicios") {
    return Prisma.sql`to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  }
  const [own, other] = DOES[clase].map((column) => Prisma.raw(column));
  const row = Prisma.raw(tabla);
  return Prisma.sql`md5(jsonb_strip_nulls(to_jsonb(${row}) - 'created_at' - 'updated_at')::text || COALESCE((
    SELECT string_agg(${other}::text, ' ' ORDER BY ${other}) FROM servicios_empleados_susa WHERE ${own} = ${row}.id), ''))`;
}

async function readVersions(transaction: Transaction, lista: Lista<unknown>, ids: string[]): Promise<[string, string][]> {
  const rows = await transaction.$queryRaw<{ id: string; version: string }[]>`
    SELECT id::text, ${versionIn(lista)} AS version FROM ${Prisma.raw(lista.tabla)} WHERE id = ANY (${ids}::uuid[])`;
  return rows.map(({ id, version }) => [id, version]);
}

/** What an account brought in the last 30 days and can take back, the newest first. */
export async function listHechas(cuenta_id: string) {
  const rows = await db.importacion.findMany({
    where: { cuenta_id, hecho_at: { not: null } },
    select: { id: true, hecho: true, hecho_at: true },
    orderBy: [{ hecho_at: "desc" }, { id: "asc" }],
    take: 5,
  });
  return rows.flatMap(({ id, hecho, hecho_at }) => {
    const { filas, before } = hecho as Escrito;
    return hecho_at ? [{ id, hecho_at, creados: countEach(filas), renovados: before.length }] : [];
  });
}

/**
 * Takes a whole import back: deletes its rows, and gives renewed services their old price and minutes. Rejects with `used-` and the kind
 * when a row of it was changed since or something points at it, with `missing` when there is no such import of this account.
 */
export function undoImportacion(id: string | undefined, cuenta_id: string, key: IdempotencyKey) {
  return writeOnce<{ creados: Traido["creados"]; renovados: number }, "missing" | `used-${Clase}`>(
    key,
    async (transaction) => {
      await takeTurn(transaction);
      await lockEveryAgenda(transaction);
      const row = isId(id)
        ? await transaction.importacion.findFirst({ where: { id, cuenta_id, hecho_at: { not: null } } })
        : null;
      if (!row) throw new WriteRejection("missing");
      const { filas, before } = row.hecho as Escrito;
      await withoutLines(transaction, async () => {
        // What was written last may name what was written before it.
        const written = [...LISTAS].reverse().map((lista) => ({ lista, filas: filas[lista.clase] ?? [] }));
        // Deleting a service changes who does what: all versions are compared before.
        for (const each of written) await lockUnchanged(transaction, each);
        for (const each of written) await deleteUnused(transaction, each);
      });
      for (const { id, precio, duracion_minutos, renewed } of before) {
        const where = { id, precio: renewed.precio, duracion_minutos: renewed.duracion_minutos };
        const { count } = await transaction.servicio.updateMany({ where, data: { precio, duracion_minutos } });
        if (count === 0) throw new WriteRejection("used-servicios");
      }
      for (const { clase, tipo } of LISTAS) if (filas[clase]) await record(transaction, { accion: "importacion_deshecha", tipo });
      await transaction.importacion.delete({ where: { id: row.id } });
      return { creados: countEach(filas), renovados: before.length };
    },
    LONG_TRANSACTION_MS,
  );
}

type Written = { lista: Lista<unknown>; filas: [id: string, version: string][] };

/** Locks rows of an import until the transaction ends. Throws WriteRejection when one is gone or was changed. */
async function lockUnchanged(transaction: Transaction, { lista, filas }: Written): Promise<void> {
  const ids = filas.map(([id]) => id);
  await transaction.$queryRaw`SELECT FROM ${Prisma.raw(lista.tabla)} WHERE id = ANY (${ids}::uuid[]) FOR UPDATE`;
  const versions = new Map(await readVersions(transaction, lista, ids));
  const isSame = filas.every(([id, version]) => versions.get(id) === version);
  if (!isSame) throw new WriteRejection(`used-${lista.clase}`);
}

/** Deletes rows of an import with what came with them. Throws WriteRejection when one is pointed at. */
async function deleteUnused(transaction: Transaction, { lista, filas }: Written): Promise<void> {
  if (filas.length === 0) return;
  const ids = filas.map(([id]) => id);
  const used = [];
  for (const [table, column] of lista.usedBy) {
    used.push(Prisma.sql`SELECT FROM ${Prisma.raw(table)} WHERE ${Prisma.raw(column)} = ANY (${ids}::uuid[])`);
  }
  const [found] = await transaction.$queryRaw<{ used: boolean }[]>`SELECT EXISTS (${Prisma.join(used, " UNION ALL ")}) AS used`;
  if (found?.used) throw new WriteRejection(`used-${lista.clase}`);
  await lista.remove?.(transaction, ids);
  await transaction.$executeRaw`DELETE FROM ${Prisma.raw(lista.tabla)} WHERE id = ANY (${ids}::uuid[])`;
}
