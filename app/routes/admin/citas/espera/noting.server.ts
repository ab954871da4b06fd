import type { getZodConstraint } from "@conform-to/zod/v4";
import { isId } from "~/database/fields.server";
import { fullName } from "~/format/text";
import { textOf } from "~/http/form/form.server";
import { defaultDias } from "~/models/citas/espera.server";
import { listOpciones } from "~/models/citas/opciones.server";
import type { findClientes, getElegida } from "~/models/clientes/cliente.server";
import type { EsperaChoices } from "./espera-fields";

/** The data of the form that adds a client to the waiting list, besides its values. */
export type NotingAnswer = {
  chosen?: Awaited<ReturnType<typeof getElegida>>;
  search?: Pick<Awaited<ReturnType<typeof findClientes>>, "clientes" | "hasMore">;
  /** The fields of the booking form that it came from, which takes them back. */
  booking?: [name: string, value: string][];
  /** What the form needs where it takes the place of the booking form. */
  noting?: { choices: EsperaChoices; constraint: ReturnType<typeof getZodConstraint> };
};

/** The services and specialists of the selects; `present` is what is edited. */
export async function describeEsperaChoices(present?: Parameters<typeof listOpciones>[0]): Promise<EsperaChoices> {
  const { servicios, empleados } = await listOpciones(present);
  return {
    servicios: servicios.map(({ id, nombre }) => ({ value: id, label: nombre })),
    especialistas: empleados.map((each) => ({ value: each.id, label: `Con ${fullName(each)}` })),
  };
}

const OF_CLIENTE = ["cliente_id", "cliente_q", "buscado", "elegida", "cliente_nombre", "cliente_telefono"];
const OF_BOOKING = /^(servicios\[\d+\]\.\w+|fecha|hora|estado|notas|codigo|canjeado|avisos)$/;

/** The fields of a booking form among those of a form. */
export const bookingIn = (values: FormData): [string, string][] =>
  [...values].flatMap(([name, value]) => (OF_BOOKING.test(name) && typeof value === "string" ? [[name, value]] : []));

/** The values with which a client is noted who has no hour in a booking form: she, the first of its services, and its day. */
export function noteFromBooking(values: FormData, hoy: string): Record<string, string> {
  const [servicio_id, empleado_id] = ["servicio_id", "empleado_id"].map((name) => textOf(values, `servicios[0].${name}`));
  return {
    ...Object.fromEntries(OF_CLIENTE.map((name) => [name, textOf(values, name)])),
    servicio_id: isId(servicio_id) ? servicio_id : "",
    // Whoever is free, or none: she waits for anyone.
    empleado_id: isId(empleado_id) ? empleado_id : "",
    ...defaultDias(textOf(values, "fecha"), hoy),
  };
}
