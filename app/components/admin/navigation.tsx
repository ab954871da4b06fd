import { useLocation, useNavigation } from "@remix-run/react";
import { Icon, type IconName } from "~/components/icon";
import { Link } from "~/components/link";
import type { Right } from "~/http/guards.server";

type Section = { to: string; label: string; icon: IconName; right?: Right };

const SECTIONS: { title: string; links: Section[] }[] = [
  {
    title: "Principal",
    links: [
      { to: "/admin", label: "Dashboard", icon: "dashboard" },
      { to: "/admin/citas", label: "Citas", icon: "citas" },
      { to: "/admin/clientes", label: "Clientes", icon: "clientes" },
      { to: "/admin/servicios", label: "Servicios", icon: "servicios", right: "catalogo" },
      { to: "/admin/empleados", label: "Empleados", icon: "empleados", right: "propietaria" },
    ],
  },
  {
    title: "Gestión",
    links: [
      { to: "/admin/inventario", label: "Inventario", icon: "inventario", right: "inventario" },
      { to: "/admin/proveedores", label: "Proveedores", icon: "proveedores", right: "inventario" },
      { to: "/admin/testimonios", label: "Testimonios", icon: "testimonios", right: "catalogo" },
      { to: "/admin/galeria", label: "Galería", icon: "galeria", right: "catalogo" },
    ],
  },
  {
    title: "Finanzas",
    links: [
      { to: "/admin/caja", label: "Caja", icon: "caja", right: "dinero" },
      { to: "/admin/ingresos", label: "Ingresos", icon: "ingresos", right: "dinero" },
      { to: "/admin/egresos", label: "Egresos", icon: "egresos", right: "dinero" },
      { to: "/admin/reportes", label: "Reportes", icon: "reportes", right: "dinero" },
    ],
  },
  { title: "Sistema", links: [{ to: "/admin/configuracion", label: "Configuración", icon: "configuracion" }] },
];

// The texts that the specification gives for some lists.
const LOADING: Record<string, string> = {
  "/admin/galeria": "Cargando imágenes...",
  "/admin/ingresos": "Cargando ingresos...",
  "/admin/egresos": "Cargando egresos...",
};

/** The status text while the next page loads. */
export function LoadingStatus() {
  const { state, location } = useNavigation();
  return (
    <p role="status" className="text-sm text-soft">
      {state === "loading" ? (LOADING[location.pathname] ?? "Cargando...") : ""}
    </p>
  );
}

/** How wide the sidebar is: as it was chosen, or else its icons alone on a tablet (`auto`). */
export type SidebarWidth = "ancha" | "angosta" | "auto";

// Where only icons are visible, the labels are tooltips.
const WIDTHS = {
  ancha: { title: "px-3 pt-4 pb-1", link: "px-3", label: "" },
  angosta: { title: "sr-only", link: "justify-center", label: "sr-only" },
  auto: { title: "max-lg:sr-only px-3 pt-4 pb-1", link: "max-lg:justify-center lg:px-3", label: "max-lg:sr-only" },
};

/** The links to the sections of an account with `rights`. */
export function SectionLinks({ rights, width = "ancha" }: { rights: Right[]; width?: SidebarWidth }) {
  const classes = WIDTHS[width];
  const { pathname } = useLocation();
  // Sales belong to income, and what the team is paid to the till.
  const here = pathname.replace(/^\/admin\/ventas\b/, "/admin/ingresos").replace(/^\/admin\/comisiones\b/, "/admin/caja");
  const isHere = (to: string) => here === to || (to !== "/admin" && here.startsWith(`${to}/`));
  return SECTIONS.map(({ title, links }) => {
    const open = links.filter(({ right }) => !right || rights.includes(right));
    return open.length === 0 ? null : (
      <div key={title} className="grid gap-0.5">
        <p className={`text-xs font-semibold tracking-widest text-soft uppercase ${classes.title}`}>{title}</p>
        {open.map(({ to, label, icon }) => (
          <Link
            key={to}
            to={to}
            aria-current={isHere(to) ? "page" : undefined}
            title={width === "ancha" ? undefined : label}
            className={`section-link ${classes.link}`}
          >
            <Icon name={icon} />
            <span className={classes.label}>{label}</span>
          </Link>
        ))}
      </div>
    );
  });
}
