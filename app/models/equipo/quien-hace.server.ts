import { db, type Transaction } from "~/database/client.server";
import { type IdempotencyKey, writeOnce } from "~/database/idempotency.server";
import { withoutAccents } from "~/format/slug";
import { Prisma } from "~/generated/client";

// Who does what: the table says it, and the team ticks it in the editor of a service (Quién lo hace) or of a specialist (Qué hace).
// For a new one of them the words of the specialties propose it.

type Named = { nombre: string; categoria: string };

/** A service's name and category as they are compared. */
const folded = ({ nombre, categoria }: Named): Named => ({
  nombre: withoutAccents(nombre),
  categoria: withoutAccents(categoria),
});

const fits = ({ nombre, categoria }: Named, words: string[]): boolean =>
  words.some((word) => word === categoria || nombre.includes(word));

/** Whether one of her specialties is the category of a service or part of its name, whatever the accents and the case. */
export function isFit(servicio: Named, especialidades: string[]): boolean {
  return fits(folded(servicio), especialidades.map(withoutAccents));
}

/** Gives of each new service the ids of those of a team who probably do it: those whom it fits, or all when it fits none. */
export function quienChooser(active: { id: string; especialidades: string[] }[]): (servicio: Named) => string[] {
  const team = active.map(({ id, especialidades }) => ({ id, words: especialidades.map(withoutAccents) }));
  return (servicio) => {
    const named = folded(servicio);
    const fitting = team.filter(({ words }) => fits(named, words));
    return (fitting.length > 0 ? fitting : team).map(({ id }) => id);
  };
}

/** Gives a function that proposes services (ids) for a new specialist: those that fit her specialties, and those that nobody does. */
export function haceChooser(active: (Named & { id: string; isOrphan: boolean })[]): (especialidades: string[]) => string[] {
  const servicios = active.map(({ id, isOrphan, ...named }) => ({ id, isOrphan, named: folded(named) }));
  return (especialidades) => {
    const words = especialidades.map(withoutAccents);
    return servicios.filter(({ isOrphan, named }) => isOrphan || fits(named, words)).map(({ id }) => id);
  };
}

/** The ids of the active specialists who probably do a new service. */
export async function proposeQuien(servicio: Named): Promise<string[]> {
  return quienChooser(await db.empleado.findMany({ where: { activo: true }, select: { id: true, especialidades: true } }))(
    servicio,
  );
}

/** The ids of the active services to propose for a new specialist. A service that only inactive specialists do counts as done by nobody. */
export async function proposeHace(especialidades: string[]): Promise<string[]> {
  const servicios = await db.servicio.findMany({
    where: { activo: true },
    select: { id: true, nombre: true, categoria: true, quien: { where: { empleado: { activo: true } }, take: 1 } },
  });
  return haceChooser(servicios.map((servicio) => ({ ...servicio, isOrphan: servicio.quien.length === 0 })))(especialidades);
}

/** Writes who does a service, and nobody else; those who were deleted meanwhile are left out. */
export async function setQuien(transaction: Transaction, servicio_id: string, empleados: string[]): Promise<void> {
  await transaction.servicioEmpleado.deleteMany({ where: { servicio_id, empleado_id: { notIn: empleados } } });
  await transaction.$executeRaw`
    INSERT INTO servicios_empleados_susa (servicio_id, empleado_id)
    SELECT ${servicio_id}::uuid, id FROM empleados_susa WHERE id = ANY (${empleados}::uuid[]) FOR KEY SHARE
    ON CONFLICT DO NOTHING`;
}

/** Writes which services a specialist does, and no others. Where she no longer does one, its page no longer names her. */
export async function setHace(transaction: Transaction, empleado_id: string, servicios: string[]): Promise<void> {
  await transaction.servicioEmpleado.deleteMany({ where: { empleado_id, servicio_id: { notIn: servicios } } });
  await transaction.servicio.updateMany({ where: { empleado_id, id: { notIn: servicios } }, data: { empleado_id: null } });
  await transaction.$executeRaw`
    INSERT INTO servicios_empleados_susa (servicio_id, empleado_id)
    SELECT id, ${empleado_id}::uuid FROM servicios_susa WHERE id = ANY (${servicios}::uuid[]) FOR KEY SHARE
    ON CONFLICT DO NOTHING`;
}

/** Whether the owner of a studio that had services before is still to be told that they say who does them, in SQL. */
export const IS_QUIEN_NEWS = Prisma.sql`(SELECT avisa_quien_lo_hace FROM instalacion_susa)`;

/** Notes that the owner has been told. */
export function dismissQuienNews(key: IdempotencyKey) {
  return writeOnce(key, async (transaction) => {
    return (await transaction.instalacion.updateMany({ data: { avisa_quien_lo_hace: false } })).count;
  });
}
