import { db } from "~/database/client.server";
import type { Picture } from "~/format/picture";

/** Whom the site shows of the team. */
export type Integrante = {
  id: string;
  nombre: string;
  apellido: string;
  especialidades: string[];
  foto: Picture | null;
};

/** Lists the active employees who chose to be shown on the site, in the order in which they came. */
export async function listEquipo(): Promise<Integrante[]> {
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
  // Only a file that is being deleted has no address.
  return rows.map(({ foto, ...empleado }) => ({ ...empleado, foto: foto?.url ? { ...foto, url: foto.url } : null }));
}
