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

/** The links to the sections of an account with `rights`; in a narrow sidebar the icons alone, their labels as tooltips. */
export function SectionLinks({ rights }: { rights: Right[] }) {
  const { pathname } = useLocation();
  // Sales belong to income, and what the team is paid to the till.
  const here = pathname.replace(/^\/admin\/ventas\b/, "/admin/ingresos").replace(/^\/admin\/comisiones\b/, "/admin/caja");
  const isHere = (to: string) => here === to || (to !== "/admin" && here.startsWith(`${to}/`));
  return SECTIONS.map(({ title, links }) => {
    const open = links.filter(({ right }) => !right || rights.includes(right));
    return open.length === 0 ? null : (
      <div key={title} className="grid gap-0.5">
        <p className="section-title">{title}</p>
        {open.map(({ to, label, icon }) => (
          <Link key={to} to={to} aria-current={isHere(to) ? "page" : undefined} title={label} className="section-link">
            <Icon name={icon} />
            <span>{label}</span>
          </Link>
        ))}
      </div>
    );
  });
}
