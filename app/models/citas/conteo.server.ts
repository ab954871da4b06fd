import { Prisma } from "~/generated/client";

/** Counts the visits of some appointments: those that were booked together are one. */
export const COUNT_VISITAS = Prisma.sql`count(DISTINCT coalesce(visita_id, id))`;

/** The condition of a cancelled appointment; no-shows are cancelled too, but counted apart. */
export const IS_CANCELADA = Prisma.sql`estado = 'cancelada' AND NOT no_asistio`;
