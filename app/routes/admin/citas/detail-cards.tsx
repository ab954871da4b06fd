import type { SerializeFrom } from "@remix-run/node";
import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Badge } from "~/components/admin";
import { Card } from "~/components/admin/card";
import { citaPath, EstadoBadge, WhatsappForm } from "~/components/admin/cita";
import { ConfirmDisclosure } from "~/components/admin/confirm-disclosure";
import { SubmitButton, WriteForm } from "~/components/form/write-form";
import { Link } from "~/components/link";
import { Amount } from "~/components/money/amount";
import { CONCEPTOS } from "~/components/money/ingreso-link";
import { ACCIONES_DE_CITA, laClienta } from "~/content/bitacora";
import type { TipoMensaje } from "~/content/plantillas";
import { formatCalendarDay, formatMoment, formatTime } from "~/format/dates";
import { clientePath } from "~/format/links";
import { formatMoney, formatNumber, isNonZero } from "~/format/numbers";
import { dialable } from "~/format/phone";
import { capitalize, describeUsos, fullName, SERVICIO_ELIMINADO, SIN_ESPECIALISTA } from "~/format/text";
import type { getCitaDetalle } from "~/models/citas/cita-detalle.server";
import { isOpen } from "~/models/citas/estado";
import { NOT_DIALABLE } from "./sentences.server";

// The cards of an appointment's page.

type Cita = NonNullable<SerializeFrom<typeof getCitaDetalle>>;
type Ingreso = Cita["ingresos"][number];

/** The price and the payments; `children` is the form of a payment. */
export function PaymentsCard({ cita, children }: { cita: Cita; children: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <Card id="dinero" title="Anticipos y cobros">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] gap-3 tabular-nums">
        <Total label={isNonZero(cita.descuento) ? "Con descuento" : "Precio"} amount={cita.precio} />
        <Total label="Pagado" amount={cita.cobrado} />
        {isOpen(cita.estado) ? <Total label="Por cobrar" amount={cita.por_cobrar} /> : null}
        {cita.estado === "completada" && isNonZero(cita.por_cobrar) ? (
          <Total label="Falta cobrar" amount={cita.por_cobrar} />
        ) : null}
      </dl>
      {isNonZero(cita.descuento) ? (
        <p className="text-sm text-soft wrap-anywhere">
          Descuento de {formatMoney(cita.descuento)}: {cita.descuento_motivo}
        </p>
      ) : null}
      {isNonZero(cita.devuelto) ? (
        <p className="text-sm text-soft">
          Antes de devolverle {formatMoney(cita.devuelto)}, eran {formatMoney(cita.precio_antes)}.
        </p>
      ) : null}
      {cita.ingresos.length > 0 ? (
        <ul className="divide-y divide-line">
          {cita.ingresos.map(({ id, monto, metodo_pago, fecha, concepto, venta, isReversed }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2">
              <span className="min-w-[min(100%,10rem)] flex-1">
                {concepto === "devolucion" && !monto.startsWith("-") ? "Cancelación" : CONCEPTOS[concepto]}{" "}
                <span className="text-sm text-soft">
                  {formatCalendarDay(fecha)}, {metodo_pago}
                </span>{" "}
                {venta ? (
                  <Link
                    to={`/admin/ventas/${venta.id}?de=${encodeURIComponent(pathname + search)}`}
                    className="link inline-block py-2.5"
                  >
                    Nota {venta.folio}
                  </Link>
                ) : null}{" "}
                {isReversed ? <Badge tone="plain">{describeReversed(concepto)}</Badge> : null}
              </span>
              <Amount amount={monto} />
              {isReturnable({ concepto, isReversed }) && cita.estado !== "completada" ? (
                <div className="flex basis-full flex-wrap gap-2">
                  <ConfirmDisclosure
                    label={concepto === "cargo" ? "Devolver cargo" : "Devolver anticipo"}
                    recordName={formatMoney(monto)}
                    question={`Se registra hoy la devolución de ${formatMoney(monto)} (${metodo_pago}) y no se puede deshacer.`}
                  >
                    <WriteForm action={citaPath(cita.id, `anticipos/${id}/devolver`, pathname + search)} preventScrollReset>
                      <SubmitButton>Sí, devolverlo</SubmitButton>
                    </WriteForm>
                  </ConfirmDisclosure>
                  {cita.estado === "cancelada" && concepto === "anticipo" ? (
                    <ConfirmDisclosure
                      label="Quedárselo como cargo"
                      recordName={formatMoney(monto)}
                      question={`Los ${formatMoney(monto)} se quedan por no llegar o cancelar, y ya no se usan para otra cita suya.`}
                    >
                      <WriteForm action={citaPath(cita.id, `anticipos/${id}/conservar`, pathname + search)} preventScrollReset>
                        <SubmitButton>Sí, quedárselo</SubmitButton>
                      </WriteForm>
                    </ConfirmDisclosure>
                  ) : null}
                </div>
              ) : null}
              {concepto === "devolucion" && !isReversed && monto.startsWith("-") ? (
                <div className="basis-full">
                  <ConfirmDisclosure
                    label="Cancelar devolución"
                    recordName={formatMoney(monto.slice(1))}
                    question={`¿No se lo devolviste? Los ${formatMoney(monto.slice(1))} cuentan otra vez como pagados, con la fecha de hoy.`}
                  >
                    <WriteForm action={citaPath(cita.id, `devoluciones/${id}/cancelar`, pathname + search)} preventScrollReset>
                      <SubmitButton>Sí, cancelarla</SubmitButton>
                    </WriteForm>
                  </ConfirmDisclosure>
                </div>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {cita.estado === "cancelada" && cita.ingresos.some(isUnusedAnticipo) ? (
        <p className="text-sm text-soft">
          Lo que pagó sigue registrado: puedes usarlo en su próxima cita. Si se lo devuelves, usa «Devolver anticipo»: se registra
          con la fecha de hoy y el mes en que pagó no cambia.
        </p>
      ) : null}
      {children}
    </Card>
  );
}

/** What became of a payment that was reversed. */
function describeReversed(concepto: Ingreso["concepto"]): string {
  if (concepto === "devolucion") return "cancelada";
  return concepto === "anticipo" || concepto === "cargo" ? "devuelto" : "cancelado";
}

const isReturnable = ({ concepto, isReversed }: Pick<Ingreso, "concepto" | "isReversed">) =>
  (concepto === "anticipo" || concepto === "cargo") && !isReversed;

const isUnusedAnticipo = ({ concepto, isReversed }: Ingreso) => concepto === "anticipo" && !isReversed;

function Total({ label, amount }: { label: string; amount: string }) {
  return (
    <div>
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="text-lg font-semibold tabular-nums wrap-anywhere">{formatMoney(amount)}</dd>
    </div>
  );
}

type MensajesCardProps = { cita: Cita; titulos: { tipo: TipoMensaje; titulo: string }[]; zona: string; ahora: string };

const MENSAJES: Record<Cita["estado"], TipoMensaje[]> = {
  programada: ["confirmar", "recordar", "como_llegar", "reagendar"],
  confirmada: ["recordar", "como_llegar", "reagendar"],
  completada: ["gracias"],
  cancelada: ["reagendar"],
};
const BEFORE: TipoMensaje[] = ["confirmar", "recordar", "como_llegar"];

/** The WhatsApp messages that fit the state and the moment of the page, and when WhatsApp was opened with each. */
export function MensajesCard({ cita, titulos, zona, ahora }: MensajesCardProps) {
  const { pathname, search } = useLocation();
  const { cliente, estado, por_aceptar, fecha_hora } = cita;
  // What asks her to come would tell her that the studio has agreed.
  const isTooEarly = por_aceptar || Date.parse(fecha_hora) <= Date.parse(ahora);
  const offered = titulos.filter(({ tipo }) => MENSAJES[estado].includes(tipo) && !(isTooEarly && BEFORE.includes(tipo)));
  return (
    <Card id="mensajes" title="WhatsApp">
      {dialable(cliente?.telefono) ? (
        <div className="flex flex-wrap gap-2">
          {offered.map(({ tipo, titulo }) => (
            <WhatsappForm key={tipo} id={cita.id} tipo={tipo} back={pathname + search}>
              {titulo}
            </WhatsappForm>
          ))}
        </div>
      ) : (
        <p>
          {cliente ? (
            <>
              {cliente.telefono ? NOT_DIALABLE : "La clienta no tiene teléfono."}{" "}
              <Link to={clientePath(cliente.id, pathname + search)} className="link inline-block py-3">
                Corregir
              </Link>
            </>
          ) : (
            "La clienta ya no existe."
          )}
        </p>
      )}
      {cita.mensajes.length > 0 ? (
        <ul className="grid gap-1 text-sm text-soft">
          {cita.mensajes.map(({ id, tipo, created_at, cuenta }) => (
            <li key={id} className="wrap-anywhere">
              WhatsApp abierto: {titulos.find((other) => other.tipo === tipo)?.titulo.toLowerCase()},{" "}
              <time dateTime={created_at}>{formatMoment(created_at, zona)}</time>, {cuenta?.email ?? "una cuenta eliminada"}
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  );
}

/** The other appointments of the same visit. */
export function VisitaCard({ cita, zona }: { cita: Cita; zona: string }) {
  const { pathname, search } = useLocation();
  if (cita.visita.length === 0) return null;
  return (
    <Card id="visita" title="En la misma visita">
      <ul className="divide-y divide-line">
        {cita.visita.map(({ id, fecha_hora, estado, no_asistio, servicio, empleado }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
            <span className="min-w-0 wrap-anywhere">
              <Link to={citaPath(id, "detalle", pathname + search)} className="link inline-block py-2.5">
                {formatTime(fecha_hora, zona)}, {servicio?.nombre ?? SERVICIO_ELIMINADO}
              </Link>{" "}
              <span className="text-sm text-soft">{empleado ? `con ${fullName(empleado)}` : SIN_ESPECIALISTA.toLowerCase()}</span>
            </span>
            <EstadoBadge estado={estado} no_asistio={no_asistio} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The supplies it took out of the inventory, and those that came back. */
export function InsumosCard({ cita }: { cita: Cita }) {
  if (cita.movimientos.length === 0) return null;
  return (
    <Card id="insumos" title="Insumos">
      <ul className="divide-y divide-line">
        {cita.movimientos.map((movimiento) => (
          <li key={movimiento.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <span className="min-w-0 wrap-anywhere">{describeUsado(movimiento)}</span>
            <PiezasMovidas {...movimiento} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Movimiento = Cita["movimientos"][number];

/** The item, and how often it was used when a piece lasts for several services: `1 uso de Top coat`. */
function describeUsado({ tipo, usos, item_nombre }: Movimiento): string {
  if (usos === null) return item_nombre;
  const used = describeUsos(usos, item_nombre);
  return tipo === "salida" ? used : `Se ${usos === 1 ? "devolvió" : "devolvieron"} ${used}`;
}

/** The pieces that left the inventory or came back, and how many there were after it. */
function PiezasMovidas({ tipo, cantidad, saldo }: Movimiento) {
  if (cantidad === 0) return null;
  return (
    <span className="tabular-nums">
      {tipo === "entrada" ? "+" : "−"}
      {formatNumber(cantidad)}
      {saldo === null ? null : (
        <span className={`text-sm ${saldo < 0 ? "text-bad" : "text-soft"}`}>
          {" "}
          {saldo === 1 ? "quedó 1" : `quedaron ${formatNumber(saldo)}`}
        </span>
      )}
    </span>
  );
}

/** Every change of the appointment, with its time and user. */
export function HistoryCard({ cita, zona }: { cita: Cita; zona: string }) {
  return (
    <Card id="historia" title="Historial">
      <ol className="grid gap-2">
        {cita.cambios.map(({ id, accion, detalle, created_at, cuenta, clienta }) => (
          <li key={id} className="border-l-2 border-line pl-3 wrap-anywhere">
            <p className="font-semibold">{ACCIONES_DE_CITA[accion]}</p>
            {detalle ? <p className="text-sm">{capitalize(detalle)}</p> : null}
            <p className="text-sm text-soft">
              <time dateTime={created_at}>{formatMoment(created_at, zona)}</time>
              {clienta ? `, ${laClienta(accion).toLowerCase()}` : cuenta ? `, ${cuenta.email}` : null}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
