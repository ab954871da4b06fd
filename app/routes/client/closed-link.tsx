import { PublicIcon } from "~/components/public/public-icon";
import { Twig } from "~/components/public/twig";
import { contactUrl } from "~/format/links";
import type { Site } from "~/http/public-page.server";

/** Why a link shows no appointment. */
type ClosedReason = "gone" | "cancelada" | "rechazada" | "over" | "wait";

const WORDS: Record<ClosedReason, { title: string; text: string }> = {
  gone: { title: "Este enlace ya no sirve", text: "Escríbenos y te decimos cómo quedó tu cita." },
  cancelada: { title: "Tu cita está cancelada", text: "¿Quieres otro día? Escríbenos y te apartamos un lugar." },
  rechazada: { title: "No pudimos darte esa hora", text: "Escríbenos y te buscamos otra." },
  over: { title: "Tu cita ya pasó", text: "¿Te esperamos otra vez? Escríbenos y te apartamos un lugar." },
  wait: { title: "Espera unos minutos", text: "Se abrieron demasiados enlaces desde tu conexión. Escríbenos y te ayudamos." },
};

/** The page of a link that shows no appointment: neither its day nor what it was. */
export function ClosedLink({ reason, estudio }: { reason: ClosedReason; estudio: Site["estudio"] }) {
  const { title, text } = WORDS[reason];
  return (
    <main id="contenido" className="wrap page notice">
      <Twig />
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      <p className="actions">
        <StudioLink estudio={estudio} message={`Hola, ${estudio.nombre}. Te escribo por mi cita.`} isMain />
        <a className="button button-quiet" href="/#services">
          Ver los servicios
        </a>
      </p>
    </main>
  );
}

type StudioLinkProps = { estudio: Site["estudio"]; message: string; isMain?: boolean };

/** The link that writes to the studio, or calls it when it has no WhatsApp; nothing when it has neither. */
export function StudioLink({ estudio, message, isMain = false }: StudioLinkProps) {
  const url = contactUrl(estudio, message);
  return url ? (
    <a className={isMain ? "button" : "button button-quiet"} href={url}>
      {estudio.whatsapp ? <PublicIcon name="whatsapp" /> : null}
      {estudio.whatsapp ? "Escribir por WhatsApp" : `Llamar al ${estudio.telefono}`}
    </a>
  ) : null;
}
