/** What each kind of list is called: one, several, and as a heading. */
export const LISTA_WORDS = {
  equipo: { una: "especialista", varias: "especialistas", titulo: "Equipo" },
  servicios: { una: "servicio", varias: "servicios", titulo: "Servicios" },
  articulos: { una: "artículo", varias: "artículos", titulo: "Inventario" },
  clientes: { una: "clienta", varias: "clientas", titulo: "Clientas" },
  citas: { una: "cita", varias: "citas", titulo: "Citas" },
} as const;
