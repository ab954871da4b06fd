import { db } from "~/db.server";

/** The testimonials that are shown, newest first. */
export function listTestimoniosActivos() {
  return db.testimonio.findMany({
    where: { activo: true },
    select: { id: true, nombre: true, testimonio: true, rating: true },
    orderBy: [{ created_at: "desc" }, { id: "asc" }],
  });
}
