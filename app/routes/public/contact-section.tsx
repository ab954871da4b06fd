import { PublicIcon } from "~/components/public/public-icon";
import { SectionTitle } from "~/components/public/section-title";
import { Twig } from "~/components/public/twig";
import { telUrl, whatsappUrl } from "~/format/links";
import type { Site } from "~/http/public-page.server";

/** How to book: by WhatsApp, or by telephone while the studio has not given its WhatsApp. */
export function ContactSection({ estudio }: { estudio: Site["estudio"] }) {
  const { nombre, whatsapp, telefono, textos } = estudio;
  return (
    <section className="band contact" id="contact" aria-labelledby="contact-title">
      <div className="wrap">
        <SectionTitle id="contact-title" title={textos.contacto_titulo} name="Agenda Cita" />
        {textos.contacto_texto && (whatsapp || telefono) ? <p className="lead">{textos.contacto_texto}</p> : null}
        {whatsapp ? (
          <a
            className="button"
            href={whatsappUrl(whatsapp, `Hola, ${nombre}. Me gustaría agendar una cita. ¿Qué horarios tienen?`)}
          >
            <PublicIcon name="whatsapp" />
            Agendar Cita por WhatsApp
          </a>
        ) : telefono ? (
          <a className="button" href={telUrl(telefono)}>
            {`Llama al ${telefono}`}
          </a>
        ) : (
          <p className="lead">Muy pronto podrás agendar aquí tu cita.</p>
        )}
        <Twig size={400} lazy />
      </div>
    </section>
  );
}
