import { db } from "~/db.server";

/** The moments in which the studio's day of `now` begins and ends, whatever the server's own zone. */
export async function dayBounds(zone: string, now = new Date()): Promise<{ start: Date; end: Date }> {
  const [bounds] = await db.$queryRaw<{ start: Date; end: Date }[]>`
    SELECT date_trunc('day', ${now}::timestamptz AT TIME ZONE ${zone}) AT TIME ZONE ${zone} AS start,
      (date_trunc('day', ${now}::timestamptz AT TIME ZONE ${zone}) + interval '1 day') AT TIME ZONE ${zone} AS end`;
  if (!bounds) throw new Error("no bounds");
  return bounds;
}

/** The appointments of the studio's day, in order, with who, what and with whom. */
export async function listCitasDelDia(zone: string, now = new Date()) {
  const { start, end } = await dayBounds(zone, now);
  const rows = await db.cita.findMany({
    where: { fecha_hora: { gte: start, lt: end } },
    include: {
      cliente: { select: { nombre: true, telefono: true } },
      servicio: { select: { nombre: true, precio: true } },
      empleado: { select: { nombre: true, apellido: true } },
    },
    orderBy: [{ fecha_hora: "asc" }, { id: "asc" }],
  });
  return rows.map((cita) => ({
    ...cita,
    servicio: cita.servicio && { ...cita.servicio, precio: cita.servicio.precio.toFixed(2) },
  }));
}
