import type { CobroValues } from "~/models/ventas/cobrar.server";

/** The values of somebody who charges these appointments by card and takes their supplies, unless `changes` say otherwise. */
export const cobroOf = (citas: CobroValues["citas"], changes: Partial<CobroValues> = {}): CobroValues => ({
  ...{ citas, productos: [], propinas: [], descuento: null, descuento_motivo: null, descontar: true },
  ...{ cliente_id: null, cliente_nombre: null, cliente_telefono: null },
  ...{ monto: null, metodo_pago: "tarjeta", parte_monto: null },
  ...changes,
});
