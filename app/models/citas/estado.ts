/** The states of an appointment, in the order in which screens list them. */
export const ESTADOS = ["programada", "confirmada", "completada", "cancelada"] as const;

export type EstadoCita = (typeof ESTADOS)[number];

/** The states of an appointment that is neither completed nor cancelled, whatever its hour. */
export const OPEN = ["programada", "confirmada"] as const;

/** The states in which only the notes of an appointment can be edited: completed or cancelled. */
export type EstadoOver = Exclude<EstadoCita, (typeof OPEN)[number]>;

/** Whether an appointment in this state is open. */
export const isOpen = (estado: EstadoCita): estado is (typeof OPEN)[number] => OPEN.some((open) => open === estado);

/** Whether it was completed or cancelled. */
export const isOver = (estado: EstadoCita): estado is EstadoOver => !isOpen(estado);

// Conditions for queries on citas_susa: texts of SQL, because screens import this file too.

/** An open appointment. */
export const IS_OPEN = `estado IN (${OPEN.map((open) => `'${open}'`).join(", ")})`;

/** A cancelled appointment; no-shows are cancelled too, but counted apart. */
export const IS_CANCELADA = "estado = 'cancelada' AND NOT no_asistio";
