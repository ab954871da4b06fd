import type { ReactNode } from "react";
import { SubmitButton, WriteForm } from "~/components/form/write-form";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { RecordLabel } from "~/components/record-label";
import type { TipoMensaje } from "~/content/plantillas";
import { formatTimeWithArticle } from "~/format/dates";
import { dialable } from "~/format/phone";
import { CLIENTE_ELIMINADO } from "~/format/text";

type EstadoCita = "programada" | "confirmada" | "completada" | "cancelada";

/** The label of an unanswered request, shown in place of its state. */
export const POR_ACEPTAR = "por aceptar";

type EstadoProps = { estado: EstadoCita; no_asistio?: boolean; por_aceptar?: boolean };

/** The state of an appointment as a word with its icon, with a second one for a no-show; of a request, that it waits for an answer. */
export function EstadoBadge({ estado, no_asistio = false, por_aceptar = false }: EstadoProps) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <span className={`badge estado ${estado}`}>
        <Icon name={estado} />
        <span>{por_aceptar ? POR_ACEPTAR : estado}</span>
      </span>
      {no_asistio ? (
        <span className="badge estado border-bad bg-bad-paper text-bad">
          <Icon name="ausente" />
          <span>no asistió</span>
        </span>
      ) : null}
    </span>
  );
}

/** Names an appointment for `RecordLabel`: `la cita de la 1:00 p.m. de Ana`. */
export function describeCita(
  { fecha_hora, cliente }: { fecha_hora: string; cliente: { nombre: string } | null },
  zona: string,
): string {
  return `la cita ${formatTimeWithArticle(fecha_hora, zona, "de")} de ${cliente?.nombre ?? CLIENTE_ELIMINADO.toLowerCase()}`;
}

/** The path of a screen of an appointment (`detalle`, `completar`, `whatsapp/gracias`), which returns to `back`. */
export function citaPath(id: string, screen: string, back: string): string {
  return `/admin/citas/${id}/${screen}?de=${encodeURIComponent(back)}`;
}

/** Whether two paths lead to the same screen, apart from their search parameters. */
export function isSameScreen(one: string, other: string): boolean {
  return one.split("?")[0] === other.split("?")[0];
}

/** The question before an appointment is deleted: says which income stays and that supplies do not return to the stock. */
export function citaDeleteQuestion({ cobrado, estado }: { cobrado: string; estado: EstadoCita }): string {
  const money = /[1-9]/.test(cobrado) ? " Lo que ya se cobró se queda en Ingresos." : "";
  const insumos = estado === "completada" ? " Los insumos que se usaron no vuelven al inventario." : "";
  return `¿Estás segura de que quieres eliminar esta cita?${money}${insumos}`;
}

type Cita = {
  id: string;
  fecha_hora: string;
  estado: EstadoCita;
  no_asistio: boolean;
  /** An unanswered request from the site. */
  por_aceptar?: boolean;
  /** With a telephone that can be dialled, the WhatsApp message for the state is offered too. */
  telefono?: string | null;
};

type ActionsProps = {
  cita: Cita;
  /** The moment of the page, from its loader: the browser's clock may be wrong, and hydration must draw the same buttons. */
  ahora: string;
  /** The screen to come back to, with its search: `/admin/citas?q=ana`. */
  back: string;
  /** Completes the labels of the buttons for screen readers where a page has several appointments: `la cita de Ana`. */
  recordName?: string;
  /** Whether this is the page of the appointment: two buttons are in view, and completing stands out once it has begun. */
  isPage?: boolean;
  /** What else is under "…". */
  children?: ReactNode;
};

/**
 * The buttons that change an appointment: what its state and the time call for in view, the rest in a `details` that needs no
 * JavaScript. Completing, moving, and reopening a completed one, are links to a screen of their own.
 */
export function CitaActions({ cita, ahora, back, recordName, isPage = false, children }: ActionsProps) {
  const { id, estado, no_asistio, por_aceptar, telefono } = cita;
  const change = { id, back, recordName, desde: estado };
  const hasBegun = Date.parse(cita.fecha_hora) <= Date.parse(ahora);
  const status = (to: EstadoCita, label: string, mark?: "si" | "no") => (
    <StatusButton key={label} {...change} estado={to} no_asistio={mark}>
      {label}
    </StatusButton>
  );
  const screen = (path: string, label: string, isPrimary = false) => (
    <ScreenLink key={label} {...change} screen={path} isPrimary={isPrimary}>
      {label}
    </ScreenLink>
  );
  const message = (tipo: TipoMensaje, label: string) =>
    dialable(telefono) ? (
      <WhatsappForm key={label} id={id} tipo={tipo} back={back} recordName={recordName}>
        {label}
      </WhatsappForm>
    ) : null;
  const isConfirmed = estado === "confirmada";
  const noShow = hasBegun && !no_asistio ? status("cancelada", "No asistió", "si") : null;
  const confirm = isConfirmed ? status("programada", "Quitar la confirmación") : status("confirmada", "Confirmar");
  const complete = screen("completar", "Completar", isPage && hasBegun);
  const move = screen("mover", "Mover");
  const cancel = status("cancelada", "Cancelar cita");
  const ask = isConfirmed ? message("recordar", "Recordar") : message("confirmar", "Pedir confirmación");
  const answer = (respuesta: "aceptar" | "rechazar", label: string) => (
    <AnswerButton key={label} {...change} fecha_hora={cita.fecha_hora} respuesta={respuesta}>
      {label}
    </AnswerButton>
  );
  const byEstado = {
    programada: hasBegun ? [complete, noShow, move, confirm, cancel] : [confirm, move, complete, cancel, ask],
    confirmada: hasBegun ? [complete, noShow, move, confirm, cancel] : [move, complete, confirm, cancel, ask],
    completada: [message("gracias", "Dar las gracias"), screen("reabrir", "Reabrir")],
    cancelada: [
      status("programada", "Reabrir"),
      message("reagendar", "Reagendar"),
      no_asistio ? status("cancelada", "Quitar «no asistió»", "no") : noShow,
    ],
  };
  const asked = [answer("aceptar", "Aceptar"), answer("rechazar", "Rechazar"), move];
  const actions = (por_aceptar ? asked : byEstado[estado]).filter(Boolean);
  const shown = isPage ? 2 : 1;
  const isShort = actions.length <= shown + 1 && !children;
  return (
    <div className="cita-actions">
      {actions.slice(0, isShort ? undefined : shown)}
      {isShort ? null : (
        // The key closes it when the state changes.
        <details key={estado} className="open:contents details-content:basis-full">
          <summary className="square border border-line">
            <Icon name="more" />
            <span className="sr-only">{recordName ? `Más acciones para ${recordName}` : "Más acciones"}</span>
          </summary>
          <div className="cita-actions">
            {actions.slice(shown)}
            {children}
          </div>
        </details>
      )}
    </div>
  );
}

type ButtonProps = { id: string; back: string; recordName?: string; children: string };

/** The link to a screen of an appointment, as a button. */
export function ScreenLink(props: ButtonProps & { screen: string; isPrimary?: boolean }) {
  const { id, back, recordName, screen, isPrimary, children } = props;
  return (
    <Link to={citaPath(id, screen, back)} className={isPrimary ? "button" : "button button-quiet"}>
      <RecordLabel of={recordName}>{children}</RecordLabel>
    </Link>
  );
}

type StatusButtonProps = ButtonProps & {
  /** The state the page shows, and the one to change it to. */
  desde: EstadoCita;
  estado: EstadoCita;
  /** Sets or removes the no-show mark of a cancelled appointment. */
  no_asistio?: "si" | "no";
};

/** The button that changes the state of an appointment in one tap. */
export function StatusButton({ id, back, recordName, desde, estado, no_asistio, children }: StatusButtonProps) {
  return (
    <WriteForm action={citaPath(id, "estado", back)} preventScrollReset>
      <input type="hidden" name="desde" value={desde} />
      <input type="hidden" name="estado" value={estado} />
      {no_asistio ? <input type="hidden" name="no_asistio" value={no_asistio} /> : null}
      <SubmitButton className="button button-quiet">
        <RecordLabel of={recordName}>{children}</RecordLabel>
      </SubmitButton>
    </WriteForm>
  );
}

type AnswerButtonProps = ButtonProps & {
  /** The hour that the page shows: a client can move her request. */
  fecha_hora: string;
  respuesta: "aceptar" | "rechazar";
  className?: string;
};

/** The button that accepts or declines a request in one tap. */
export function AnswerButton({ className = "button button-quiet", ...props }: AnswerButtonProps) {
  const { id, back, recordName, fecha_hora, respuesta, children } = props;
  return (
    <WriteForm action={citaPath(id, "solicitud", back)} preventScrollReset>
      <input type="hidden" name="visto" value={fecha_hora} />
      <input type="hidden" name="respuesta" value={respuesta} />
      <SubmitButton className={className}>
        <RecordLabel of={recordName}>{children}</RecordLabel>
      </SubmitButton>
    </WriteForm>
  );
}

type WhatsappFormProps = ButtonProps & { tipo: TipoMensaje; className?: string };

/** The button that opens WhatsApp with a message to the client of an appointment, and records that it was opened. */
export function WhatsappForm({ id, tipo, back, recordName, className = "button button-quiet", children }: WhatsappFormProps) {
  return (
    <WriteForm action={citaPath(id, `whatsapp/${tipo}`, back)}>
      <SubmitButton className={className} pending="Abriendo...">
        <Icon name="whatsapp" />
        <RecordLabel of={recordName}>{children}</RecordLabel>
        <span className="sr-only"> por WhatsApp</span>
      </SubmitButton>
    </WriteForm>
  );
}
