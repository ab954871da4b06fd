import { ausenciaDeleteQuestion } from "~/components/admin/ausencias";
import { citaDeleteQuestion } from "~/components/admin/cita";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { type IdempotencyKey, isOk, type WriteResult } from "~/database/idempotency.server";
import { listOfDeletion } from "~/format/links";
import { nameOfImagen, servicioOfImagen } from "~/format/picture";
import { fullName } from "~/format/text";
import type { Flash } from "~/http/flash.server";
import { notFoundIfNull } from "~/http/guards.server";
import { deleteUnused } from "~/media/write-with-pictures.server";
import { deletePrecioPlaneado, getPrecioPlaneado } from "~/models/catalogo/cambio-de-precios.server";
import { deleteImagen, getImagen } from "~/models/catalogo/imagen.server";
import { getServicio, setServicioActivo } from "~/models/catalogo/servicio.server";
import { deleteTestimonio, getTestimonio } from "~/models/catalogo/testimonio.server";
import { deleteCita, getCita } from "~/models/citas/cita.server";
import { countCitasAhead } from "~/models/citas/cita-list.server";
import { deleteEspera, getEspera } from "~/models/citas/espera.server";
import { deleteCliente, getNombre } from "~/models/clientes/cliente.server";
import type { Right } from "~/models/cuentas/permiso.server";
import { getPorPagar } from "~/models/dinero/comision.server";
import { deleteEgreso, getEgreso } from "~/models/dinero/egreso.server";
import { deleteIngreso, getIngreso, listDebtsWithout } from "~/models/dinero/ingreso.server";
import { deleteAusencia, getAusencia } from "~/models/equipo/ausencia.server";
import { deleteEmpleado, getEmpleado } from "~/models/equipo/empleado.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { deleteItem, getItem } from "~/models/inventario/item.server";
import { getProveedor, setProveedorActivo } from "~/models/inventario/proveedor.server";

type Params = { id?: string; ausencia?: string };
type Submitted = { cuenta_id: string; key: IdempotencyKey; values: FormData; path: string };
type Deleted<T> = WriteResult<T, "missing" | "reversed">;

/** How the records of a list are deleted. */
type Deletion = {
  right: Right;
  title: string;
  /** Whether it asks in a card of the list, in place of a dialog. */
  inline?: boolean;
  /** What the button says, unless it is *Eliminar*. */
  label?: string;
  /** The question, or null when there is no such record. */
  ask: (params: Params) => Promise<string | null>;
  /** Deletes the record, and gives what is said then. */
  remove: (params: Params, submitted: Submitted) => Promise<Deleted<Flash>>;
  /** The sentence for a database error. */
  failed?: string;
};

/** Gives how the record of a URL is deleted (`/admin/clientes/:id/eliminar`). Throws 404 for another URL. */
export function deletionAt(request: Request): Deletion {
  const list = listOfDeletion(new URL(request.url).pathname).split("/").at(-1) ?? "";
  return notFoundIfNull(DELETIONS[list]);
}

const DELETIONS: Record<string, Deletion> = {
  citas: {
    right: "agenda",
    title: "Eliminar Cita",
    ask: async ({ id }) => ifFound(await getCita(id, await getZona()), citaDeleteQuestion),
    remove: async ({ id }, { cuenta_id, key }) => toTrash(await deleteCita(id, cuenta_id, key), { title: "Cita eliminada" }),
  },
  espera: {
    right: "agenda",
    title: "Quitar de la espera",
    label: "Quitar",
    ask: async ({ id }) => ifFound(await getEspera(id), ({ cliente }) => DELETE_QUESTIONS.espera(cliente.nombre)),
    remove: async ({ id }, { cuenta_id, key }) =>
      toTrash(await deleteEspera(id, cuenta_id, key), { title: "Ya no está en la espera" }),
  },
  clientes: {
    right: "agenda",
    title: "Eliminar clienta",
    ask: async ({ id }) =>
      ifFound(await getNombre(id), async (cliente) => {
        const ahead = await countCitasAhead("cliente_id", [cliente], await getZona());
        return DELETE_QUESTIONS.cliente(cliente.nombre, ahead.get(cliente.id));
      }),
    remove: async ({ id }, { cuenta_id, key }) =>
      toTrash(await deleteCliente(id, cuenta_id, key), { title: "Cliente eliminado" }),
  },
  servicios: {
    right: "catalogo",
    title: "Eliminar servicio",
    ask: async ({ id }) => ifFound(await getServicio(id), ({ nombre }) => DELETE_QUESTIONS.servicio(nombre)),
    remove: async ({ id }, { key, path }) => {
      const button = { action: path.replace("/eliminar", "/activo"), values: { activo: "si" } };
      return saying(await setServicioActivo(id, false, key), { title: "Servicio desactivado", button });
    },
  },
  precios: {
    right: "catalogo",
    title: "Quitar el precio nuevo",
    label: "Quitar",
    ask: async ({ id }) => ifFound(await getPrecioPlaneado(id), DELETE_QUESTIONS.precio),
    remove: async ({ id }, { key }) => saying(await deletePrecioPlaneado(id, key), { title: "El precio nuevo se quitó" }),
  },
  empleados: {
    right: "propietaria",
    title: "Eliminar empleado",
    inline: true,
    ask: async ({ id }) =>
      ifFound(await getEmpleado(id), async (empleado) => {
        const zona = await getZona();
        const [ahead, owed] = await Promise.all([
          countCitasAhead("empleado_id", [empleado], zona),
          getPorPagar(empleado.id, zona),
        ]);
        return DELETE_QUESTIONS.empleado(fullName(empleado), ahead.get(empleado.id), owed?.total);
      }),
    remove: async ({ id }, { cuenta_id, key }) =>
      withPicture(await deleteEmpleado(id, cuenta_id, key), { title: "Empleado eliminado exitosamente" }),
    failed: "Error al eliminar empleado",
  },
  inventario: {
    right: "inventario",
    title: "Eliminar artículo",
    inline: true,
    ask: async ({ id }) => ifFound(await getItem(id), ({ nombre }) => DELETE_QUESTIONS.item(nombre)),
    remove: async ({ id }, { cuenta_id, key }) =>
      toTrash(await deleteItem(id, cuenta_id, key), { title: "Item eliminado exitosamente" }),
    failed: "Error al eliminar item",
  },
  proveedores: {
    right: "inventario",
    title: "Eliminar proveedor",
    ask: async ({ id }) => ifFound(await getProveedor(id), ({ nombre }) => DELETE_QUESTIONS.proveedor(nombre)),
    // *Deshacer* sends `activo` to the same URL.
    remove: async ({ id }, { key, values, path }) => {
      const activo = values.get("activo") === "si";
      const button = { action: path, values: { activo: "si" } };
      const flash = activo ? { title: "Proveedor recuperado" } : { title: "Proveedor desactivado", button };
      return saying(await setProveedorActivo(id, activo, key), flash);
    },
  },
  testimonios: {
    right: "catalogo",
    title: "Eliminar testimonio",
    inline: true,
    ask: async ({ id }) => ifFound(await getTestimonio(id), ({ nombre }) => DELETE_QUESTIONS.testimonio(nombre)),
    remove: async ({ id }, { cuenta_id, key }) =>
      toTrash(await deleteTestimonio(id, cuenta_id, key), {
        title: "Éxito",
        description: "Testimonio eliminado correctamente.",
      }),
    failed: "No se pudo eliminar el testimonio",
  },
  galeria: {
    right: "catalogo",
    title: "Eliminar Imagen",
    ask: async ({ id }) =>
      ifFound(await getImagen(id), ({ alt_text, lugar, ...imagen }) => {
        if (imagen.archivo_nombre !== null)
          return `${DELETE_QUESTIONS.imagen} Es ${imagen.archivo_nombre}, que espera su servicio.`;
        const what = alt_text ? `${servicioOfImagen(imagen)}: ${alt_text}` : nameOfImagen(imagen, lugar);
        return `${DELETE_QUESTIONS.imagen} Es de ${what}.`;
      }),
    remove: async ({ id }, { cuenta_id, key }) =>
      withPicture(await deleteImagen(id, cuenta_id, key), { title: "Imagen eliminada" }),
  },
  ingresos: {
    right: "dinero",
    title: "Eliminar Ingreso",
    ask: async ({ id }) =>
      ifFound(await getIngreso(id), async (ingreso) => {
        const debts = await listDebtsWithout([ingreso.id]);
        return DELETE_QUESTIONS.ingreso(ingreso, debts.get(ingreso.id));
      }),
    remove: async ({ id }, { cuenta_id, key }) =>
      toTrash(await deleteIngreso(id, cuenta_id, key), {
        title: "Ingreso eliminado",
        description: "El ingreso se ha eliminado correctamente.",
      }),
    failed: "No se pudo eliminar el ingreso",
  },
  egresos: {
    right: "dinero",
    title: "Eliminar Egreso",
    ask: async ({ id }) => ifFound(await getEgreso(id), DELETE_QUESTIONS.egreso),
    remove: async ({ id }, { cuenta_id, key }) =>
      toTrash(await deleteEgreso(id, cuenta_id, key), {
        title: "Egreso eliminado",
        description: "El egreso se ha eliminado correctamente.",
      }),
    failed: "No se pudo eliminar el egreso",
  },
  // The absences of a specialist.
  horario: {
    right: "propietaria",
    title: "Eliminar ausencia",
    inline: true,
    ask: async ({ id, ausencia }) =>
      ifFound(await getAusencia(id ?? null, ausencia), (row) => ausenciaDeleteQuestion("la ausencia", row)),
    remove: async ({ id, ausencia }, { key }) =>
      saying(await deleteAusencia(id ?? null, ausencia, key), { title: "Ausencia eliminada" }),
    failed: "No se pudo eliminar la ausencia",
  },
  "dias-cerrados": {
    right: "propietaria",
    title: "Eliminar cierre",
    inline: true,
    ask: async ({ ausencia }) => ifFound(await getAusencia(null, ausencia), (row) => ausenciaDeleteQuestion("el cierre", row)),
    remove: async ({ ausencia }, { key }) => saying(await deleteAusencia(null, ausencia, key), { title: "Cierre eliminado" }),
    failed: "No se pudo eliminar el cierre",
  },
};

const ifFound = async <T>(row: T | null, ask: (row: T) => string | Promise<string>) => row && (await ask(row));

const saying = <T>(deleted: Deleted<T>, flash: Flash): Deleted<Flash> =>
  isOk(deleted) ? { ...deleted, result: flash } : deleted;

/** With the id of its copy in the trash, the message offers to bring a record back. */
const toTrash = (deleted: Deleted<string>, flash: Flash) =>
  saying(deleted, { ...flash, undo: isOk(deleted) ? deleted.result : undefined });

/** A picture that only the deleted record showed is deleted as well, unless its copy keeps it. */
async function withPicture(deleted: Deleted<{ papelera_id: string; before: string | null }>, flash: Flash) {
  if (!isOk(deleted)) return deleted;
  await deleteUnused([deleted.result.before]);
  return toTrash({ ...deleted, result: deleted.result.papelera_id }, flash);
}
