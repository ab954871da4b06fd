import sprite from "./icons.svg";

export type IconName =
  | `rating-${1 | 2 | 3 | 4 | 5}`
  | "menu"
  | "close"
  | "panel"
  | "dashboard"
  | "citas"
  | "clientes"
  | "servicios"
  | "empleados"
  | "inventario"
  | "proveedores"
  | "testimonios"
  | "galeria"
  | "caja"
  | "ingresos"
  | "egresos"
  | "reportes"
  | "configuracion"
  | "salir"
  | "search"
  | "plus"
  | "more"
  | "edit"
  | "copy"
  | "trash"
  | "download"
  | "phone"
  | "mail"
  | "place"
  | "clock"
  | "whatsapp"
  | "instagram"
  | "facebook"
  | "back"
  | "star"
  | "check"
  | "alerta"
  | "print"
  | "programada"
  | "confirmada"
  | "completada"
  | "cancelada"
  | "ausente";

/** A decorative icon from the sprite. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
