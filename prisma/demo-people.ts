import { OBRAS } from "~/content/obras";
import { encrypt } from "~/database/encryption.server";
import { addDays, addMonths, daysBetween } from "~/format/days.server";
import { slug } from "~/format/slug";
import { isFit } from "~/models/equipo/quien-hace.server";
import { at, openDay } from "./demo-calendar";
import * as data from "./demo-data";
import type { Dice } from "./demo-dice";
import { PICTURE, PICTURES, pictureName } from "./demo-pictures";

/** A row as JSON for PostgreSQL, one property for each column. */
export type Row = { id: string; created_at: string } & Record<string, unknown>;

const CLIENTES = 300;

/** `sabado` is the last Saturday before today, on which the team was paid for what it did from `comision_desde` on. */
export type Calendario = {
  hoy: string;
  ayer: string;
  inicio: string;
  meses: string[];
  sabado: string;
  comision_desde: string;
};
export type Empleado = ReturnType<typeof makeEmpleados>[number];
export type Servicio = ReturnType<typeof makeServicios>[number];
export type Cliente = ReturnType<typeof makeClientes>[number];

export function makeEmpleados(dice: Dice, { hoy, inicio, comision_desde }: Calendario) {
  return data.EMPLEADOS.map(({ nombre, apellido, especialidades, atiende, horario = null, comision = null, baja }, index) => ({
    nombre,
    atiende,
    horario,
    hasta: baja === undefined ? "9999-12-31" : addDays(hoy, -baja),
    row: {
      id: dice.uuid(),
      nombre,
      apellido,
      email: `${slug(nombre)}@ejemplo.mx`,
      telefono: telefono(100 + index),
      especialidades,
      horario,
      comision,
      comision_desde: comision === null ? null : comision_desde,
      activo: baja === undefined,
      en_sitio: baja === undefined,
      created_at: at(inicio, 9 * 60 + index),
    },
  }));
}

/** The absences. Each begins on an open day, because on another one it would have no effect. */
export function makeAusencias(dice: Dice, { hoy }: Calendario, empleados: Empleado[]) {
  return data.AUSENCIAS.map(({ especialista, en, dias, de = null, a = null, motivo }, index) => {
    const desde = openDay(addDays(hoy, en));
    return {
      id: dice.uuid(),
      empleado_id: empleados.find(({ nombre }) => nombre === especialista)?.row.id ?? null,
      desde,
      hasta: dias && addDays(desde, dias - 1),
      de,
      a,
      motivo,
      created_at: at(addDays(hoy, -10), 18 * 60 + index),
    };
  });
}

export function makeServicios(dice: Dice, { inicio }: Calendario, empleados: Empleado[]) {
  return data.SERVICIOS.map(({ especialista, insumos, demanda = 0, ...servicio }, index) => ({
    ...servicio,
    demanda,
    especialista: empleados.find(({ nombre }) => nombre === especialista),
    row: {
      id: dice.uuid(),
      ...servicio,
      empleado_id: empleados.find(({ nombre }) => nombre === especialista)?.row.id ?? null,
      insumos: Object.entries(insumos).map(([nombre, cantidad]) => ({ nombre, cantidad })),
      activo: demanda > 0,
      // Nobody comes back for what was taken off.
      retoque_semanas: servicio.nombre.startsWith("Retiro") ? null : (data.RETOQUES[servicio.categoria] ?? null),
      created_at: at(inicio, 10 * 60 + index),
    },
  }));
}

/** Who does what: whom the specialties of the team and the service's own specialist say; all of them where they say nobody. */
export function makeQuienLoHace(dice: Dice, empleados: Empleado[], servicios: Servicio[]) {
  return servicios.flatMap(({ row: servicio }) => {
    const fits = ({ row }: Empleado) => row.id === servicio.empleado_id || isFit(servicio, row.especialidades);
    const fitting = empleados.filter(fits);
    const doers = fitting.some(({ row }) => row.activo) ? fitting : empleados;
    const { id: servicio_id, created_at } = servicio;
    return doers.map(({ row }) => ({ id: dice.uuid(), servicio_id, empleado_id: row.id, created_at }));
  });
}

/** One price that is planned for the first day of the next month. */
export function makePrecios(dice: Dice, { hoy, ayer }: Calendario, servicios: Servicio[]): Row[] {
  return servicios
    .filter(({ nombre }) => nombre === "Manicura clásica")
    .map(({ row, precio }) => ({
      id: dice.uuid(),
      servicio_id: row.id,
      desde: `${addMonths(hoy.slice(0, 7), 1)}-01`,
      precio: precio + 30,
      created_at: at(ayer, 12 * 60),
    }));
}

/**
 * The files that `placePictures` writes, in the same order. Uploads never have these names, because theirs begin with a
 * timestamp.
 */
export function makeArchivos(dice: Dice, { inicio }: Calendario) {
  return Object.keys(data.IMAGENES).map((_imagen, index) => ({
    id: dice.uuid(),
    nombre: pictureName(index),
    url: `/${PICTURES}/${pictureName(index)}.webp`,
    width: PICTURE.width,
    height: PICTURE.height,
    created_at: at(inicio, 11 * 60 + index),
  }));
}

export function makeImagenes(
  dice: Dice,
  { inicio }: Calendario,
  servicios: Servicio[],
  archivos: ReturnType<typeof makeArchivos>,
): Row[] {
  return servicios.flatMap(({ nombre, row }, place) =>
    (data.GALERIA[nombre] ?? []).map((imagen, index) => {
      const archivo = archivos[Object.keys(data.IMAGENES).indexOf(imagen)];
      return {
        id: dice.uuid(),
        servicio_id: row.id,
        image_url: archivo?.url ?? OBRAS.find(({ titulo }) => titulo === imagen)?.archivo,
        archivo_id: archivo?.id ?? null,
        alt_text: data.IMAGENES[imagen] ?? data.OBRAS[imagen],
        is_featured: index === 0,
        display_order: index,
        // The gallery shows the newest first: the first services of the catalogue lead it.
        created_at: at(inicio, 12 * 60 - place),
      };
    }),
  );
}

/** Oldest first, with unique names. */
export function makeClientes(dice: Dice, { inicio, ayer }: Calendario, servicios: Servicio[]) {
  const menu = listMenu(servicios);
  const nombres = new Set<string>();
  while (nombres.size < CLIENTES) {
    nombres.add(`${dice.pick(data.NOMBRES)} ${dice.pick(data.APELLIDOS)} ${dice.pick(data.APELLIDOS)}`);
  }
  const dias = [...nombres].map(() => addDays(inicio, dice.between(0, daysBetween(inicio, ayer)))).sort();
  return [...nombres].map((nombre, index) => {
    const dia = dias[index] ?? ayer;
    // The sum of two random numbers, so that most ages are in the middle.
    const edad = 17 + dice.between(1, 28) + dice.between(0, 26);
    const { enfermedades = null, medicina = null, alerta = null } = dice.chance(0.15) ? dice.pick(data.SALUD) : {};
    return {
      dia,
      row: {
        id: dice.uuid(),
        nombre,
        correo: dice.chance(0.8) ? `${slug(nombre).replaceAll("-", ".")}@ejemplo.mx` : null,
        telefono: telefono(1000 + index),
        edad: dice.chance(0.9) ? edad : null,
        ocupacion: dice.chance(0.85) ? pickOcupacion(dice, edad) : null,
        estado_civil: dice.chance(0.8) ? dice.pick(data.ESTADOS_CIVILES) : null,
        medicina: medicina && encrypt(medicina),
        enfermedades: enfermedades && encrypt(enfermedades),
        alerta: alerta && encrypt(alerta),
        servicio: dice.chance(0.85) ? dice.pick(menu).nombre : null,
        // In the morning, because appointments are created in the afternoon, and a client comes before her appointments.
        created_at: at(dia, dice.between(8 * 60, 12 * 60)),
      },
    };
  });
}

function pickOcupacion(dice: Dice, edad: number): string {
  if (edad < 24 && dice.chance(0.7)) return "Estudiante";
  return edad > 64 ? "Jubilada" : dice.pick(data.OCUPACIONES);
}

export function makeProveedores(dice: Dice, { inicio }: Calendario): Row[] {
  return data.PROVEEDORES.map(({ activo = true, notas = null, ...proveedor }, index) => ({
    id: dice.uuid(),
    ...proveedor,
    telefono: telefono(200 + index),
    email: `pedidos@${slug(proveedor.nombre)}.example`,
    notas,
    activo,
    created_at: at(inicio, 8 * 60 + index),
  }));
}

export function makeTestimonios(dice: Dice, { hoy }: Calendario): Row[] {
  return data.TESTIMONIOS.map(({ activo = true, ...testimonio }, index) => ({
    id: dice.uuid(),
    ...testimonio,
    activo,
    created_at: at(addDays(hoy, -5 - 21 * index - dice.between(0, 14)), dice.between(9 * 60, 21 * 60)),
  }));
}

/** The services, repeated by how likely they are, without those no longer offered. */
export function listMenu(servicios: Servicio[]): Servicio[] {
  return servicios.flatMap((servicio) => Array<Servicio>(servicio.demanda).fill(servicio));
}

function telefono(number: number): string {
  return `+52000000${String(number).padStart(4, "0")}`;
}
