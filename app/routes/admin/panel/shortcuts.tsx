import { Icon, type IconName } from "~/components/icon";
import type { Right } from "~/models/cuentas/permiso.server";

type Shortcut = { href: string; icon: IconName; title: string; text: string; right: Right };

// The specification gives these English paths, which redirect to the Spanish ones.
export const SHORTCUTS: Shortcut[] = [
  { href: "/admin/services", icon: "servicios", title: "Servicios", text: "Precios y duración", right: "catalogo" },
  {
    href: "/admin/employees",
    icon: "empleados",
    title: "Empleados",
    text: "Tus especialistas y sus horarios",
    right: "propietaria",
  },
  { href: "/admin/inventory", icon: "inventario", title: "Inventario", text: "Productos y existencias", right: "inventario" },
  { href: "/admin/providers", icon: "proveedores", title: "Proveedores", text: "Contactos y pedidos", right: "inventario" },
  {
    href: "/admin/service-images",
    icon: "galeria",
    title: "Imágenes de servicios",
    text: "Las fotos de tu galería",
    right: "catalogo",
  },
  { href: "/admin/testimonials", icon: "testimonios", title: "Testimonios", text: "Lo que dicen de ti", right: "catalogo" },
];

/** The links to six screens, of those that the account may open. */
export function Shortcuts({ shortcuts }: { shortcuts: Omit<Shortcut, "right">[] }) {
  if (shortcuts.length === 0) return null;
  return (
    <section className="mt-10" aria-labelledby="accesos">
      <h2 id="accesos" className="mb-4 text-2xl">
        Accesos rápidos
      </h2>
      <ul className="grid gap-2 @md:grid-cols-2 @3xl:grid-cols-3 md:gap-4">
        {shortcuts.map(({ href, icon, title, text }) => (
          <li key={href}>
            <a href={href} className="card h-full flex-row items-center gap-4 py-3 hover:bg-sand">
              <span className="text-accent">
                <Icon name={icon} />
              </span>
              <span className="min-w-0">
                <span className="block font-semibold">{title}</span>
                <span className="text-sm text-soft">{text}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
