import { db } from "~/database/client.server";
import { pictureOfFile } from "~/format/picture";

/** Lists the active employees who chose to be shown on the site, in the order in which they came. */
export async function listEquipo() {
  const rows = await db.empleado.findMany({
    where: { activo: true, en_sitio: true },
    select: {
      id: true,
      nombre: true,
      apellido: true,
      especialidades: true,
      foto: { select: { url: true, width: true, height: true } },
    },
    orderBy: [{ created_at: "asc" }, { id: "asc" }],
  });
  return rows.map(({ foto, ...empleado }) => ({ ...empleado, foto: pictureOfFile(foto) }));
}

/** Whom the site shows of the team. */
export type Integrante = Awaited<ReturnType<typeof listEquipo>>[number];
