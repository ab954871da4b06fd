/** The states of an appointment, in the order in which screens list them. */
export const ESTADOS = ["programada", "confirmada", "completada", "cancelada"] as const;

export type EstadoCita = (typeof ESTADOS)[number];

/** The states of an appointment that is still to take place. */
export const OPEN = ["programada", "confirmada"] as const;

/** The states in which only the notes of an appointment can be edited: done, or not to be done. */
export const OVER = ["completada", "cancelada"] as const;

export type EstadoOver = (typeof OVER)[number];

/** Whether an appointment is still to take place. */
export const isOpen = (estado: EstadoCita): estado is (typeof OPEN)[number] => estado === "programada" || estado === "confirmada";

/** Whether an appointment was completed or cancelled. */
export const isOver = (estado: EstadoCita): estado is EstadoOver => !isOpen(estado);

// The same as SQL, for the queries on citas_susa: texts, because screens import this file too.

export const IS_OPEN = "estado IN ('programada', 'confirmada')";

/** A cancelled appointment; no-shows are cancelled too, but counted apart. */
export const IS_CANCELADA = "estado = 'cancelada' AND NOT no_asistio";
