import type { ReactNode } from "react";
import { SubmitButton, WriteForm } from "~/components/form/write-form";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import type { TipoMensaje } from "~/content/plantillas";
import { sayTime } from "~/format/dates";
import { dialable } from "~/format/phone";
import { Badge } from "./badge";

const TONES = { programada: "plain", confirmada: "good", completada: "done", cancelada: "bad" } as const;

type EstadoCita = keyof typeof TONES;

/** How an appointment stands; beside a cancelled one, that she did not come. */
export function EstadoBadge({ estado, no_asistio = false }: { estado: EstadoCita; no_asistio?: boolean }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={TONES[estado]}>{estado}</Badge>
      {no_asistio ? <Badge tone="bad">no asistió</Badge> : null}
    </span>
  );
}

/** Which appointment a button is for, for who cannot see its card: `la cita de la 1:00 p.m. de Ana`. */
export function sayCita(
  { fecha_hora, cliente }: { fecha_hora: string; cliente: { nombre: string } | null },
  zona: string,
): string {
  return `la cita ${sayTime(fecha_hora, zona, "de")} de ${cliente?.nombre ?? "cliente eliminado"}`;
}

/** The address of what one does with an appointment, from where one comes back to `back`. */
export function citaPath(id: string, what: string, back: string): string {
  return `/admin/citas/${id}/${what}?de=${encodeURIComponent(back)}`;
}

/** Whether two addresses are of one screen, whatever their searches. */
export function isSameScreen(one: string, other: string): boolean {
  return one.split("?")[0] === other.split("?")[0];
}

/** What is asked before an appointment is deleted: what stays in the books, and what does not come back. */
export function deleteQuestion({ cobrado, estado }: { cobrado: string; estado: EstadoCita }): string {
  const money = /[1-9]/.test(cobrado) ? " Lo que se cobró por ella se conserva en Ingresos." : "";
  const insumos = estado === "completada" ? " Los insumos que descontó no vuelven al inventario." : "";
  return `¿Estás segura de que quieres eliminar esta cita?${money}${insumos}`;
}

type Cita = {
  id: string;
  estado: EstadoCita;
  no_asistio: boolean;
  /** With it, and if it can be dialled, the message that fits the state is offered too. */
  telefono?: string | null;
};

type ActionsProps = {
  cita: Cita;
  /** The screen to come back to, with its search: `/admin/citas?q=ana`. */
  back: string;
  /** Whose it is, for who cannot see the card: `la cita de Ana`. */
  of: string;
};

/**
 * What one tap makes of an appointment: the two likeliest at hand, the rest behind a button that needs no JavaScript.
 * Completing, and reopening a completed one, lead to a screen that asks.
 */
export function CitaActions({ cita, back, of }: ActionsProps) {
  const { id, estado, no_asistio, telefono } = cita;
  const turn = { id, back, of, desde: estado };
  const message = (tipo: TipoMensaje, label: string) =>
    dialable(telefono) ? (
      <WhatsappForm id={id} tipo={tipo} back={back} of={of}>
        {label}
      </WhatsappForm>
    ) : null;
  const complete = (
    <Link to={citaPath(id, "completar", back)} className="button button-quiet">
      Completar
      <Of of={of} />
    </Link>
  );
  if (estado === "completada")
    return (
      <div className="flex flex-wrap gap-2">
        {message("gracias", "Dar las gracias")}
        <Link to={citaPath(id, "reabrir", back)} className="button button-quiet">
          Reabrir
          <Of of={of} />
        </Link>
      </div>
    );
  if (estado === "cancelada")
    return (
      <div className="flex flex-wrap gap-2">
        <StatusButton {...turn} estado="programada">
          Reabrir
        </StatusButton>
        <StatusButton {...turn} estado="cancelada" no_asistio={no_asistio ? "no" : "si"}>
          {no_asistio ? "Quitar «no asistió»" : "No asistió"}
        </StatusButton>
        {message("reagendar", "Reagendar")}
      </div>
    );
  return (
    <div className="flex flex-wrap gap-2">
      {estado === "programada" ? (
        <StatusButton {...turn} estado="confirmada">
          Confirmar
        </StatusButton>
      ) : null}
      {complete}
      {estado === "confirmada" ? (
        <StatusButton {...turn} estado="cancelada" no_asistio="si">
          No asistió
        </StatusButton>
      ) : null}
      {/* Its key closes it when the appointment has become another. */}
      <details key={estado} className="open:basis-full">
        <summary className="square border border-line">
          <Icon name="more" />
          <span className="sr-only">{`Más acciones para ${of}`}</span>
        </summary>
        <div className="mt-2 flex flex-wrap gap-2">
          {estado === "programada" ? (
            <StatusButton {...turn} estado="cancelada" no_asistio="si">
              No asistió
            </StatusButton>
          ) : (
            <StatusButton {...turn} estado="programada">
              Quitar la confirmación
            </StatusButton>
          )}
          <StatusButton {...turn} estado="cancelada">
            Cancelar cita
          </StatusButton>
          {estado === "programada" ? message("confirmar", "Pedir confirmación") : message("recordar", "Recordar")}
        </div>
      </details>
    </div>
  );
}

function Of({ of }: { of: string }) {
  return <span className="sr-only">{` ${of}`}</span>;
}

function StatusButton({
  id,
  back,
  of,
  desde,
  estado,
  no_asistio,
  children,
}: {
  id: string;
  back: string;
  of: string;
  desde: EstadoCita;
  estado: EstadoCita;
  no_asistio?: "si" | "no";
  children: ReactNode;
}) {
  return (
    <WriteForm action={citaPath(id, "estado", back)} preventScrollReset>
      <input type="hidden" name="desde" value={desde} />
      <input type="hidden" name="estado" value={estado} />
      {no_asistio ? <input type="hidden" name="no_asistio" value={no_asistio} /> : null}
      <SubmitButton className="button button-quiet">
        {children}
        <Of of={of} />
      </SubmitButton>
    </WriteForm>
  );
}

/** The button that opens a message to the client of an appointment, and writes that it was opened. */
export function WhatsappForm({
  id,
  tipo,
  back,
  of,
  className = "button button-quiet",
  children,
}: {
  id: string;
  tipo: TipoMensaje;
  back: string;
  of: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <WriteForm action={citaPath(id, `whatsapp/${tipo}`, back)}>
      <SubmitButton className={className} pending="Abriendo...">
        <Icon name="whatsapp" />
        {children}
        <span className="sr-only">{` por WhatsApp, ${of}`}</span>
      </SubmitButton>
    </WriteForm>
  );
}
