import type { ReactNode } from "react";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { clientePath } from "~/format/links";
import { dialable, formatPhone, normalizePhone } from "~/format/phone";

/** A telephone as a link that dials it. An incomplete number is shown unchanged, with a note. */
export function Phone({ phone }: { phone: string }) {
  const number = dialable(phone);
  return (
    <span className="contact">
      <Icon name="phone" />
      {number ? (
        <a className="link" href={`tel:${number}`}>
          {formatPhone(normalizePhone(phone))}
        </a>
      ) : (
        <span className="min-w-0 wrap-anywhere">
          {phone} <span className="text-sm text-soft">(revisa el número)</span>
        </span>
      )}
    </span>
  );
}

/** An e-mail address as a link, which may wrap before its @. */
export function Email({ email }: { email: string }) {
  const [name, host] = email.split("@");
  return (
    <span className="contact">
      <Icon name="mail" />
      <a className="link" href={`mailto:${email}`}>
        {name}
        <wbr />@{host}
      </a>
    </span>
  );
}

type FixPhoneProps = { cliente: { id: string; nombre: string }; hasPhone: boolean; back: string };

/** Says in a list that a client cannot be written to, with a link to her record, which returns to `back`. */
export function FixPhone({ cliente, hasPhone, back }: FixPhoneProps) {
  return (
    <p className="text-sm text-soft">
      {hasPhone ? "Su teléfono no está completo." : "No tiene teléfono."}{" "}
      <Link to={clientePath(cliente.id, back)} className="link inline-block py-3">
        Corregir<span className="sr-only"> el teléfono de {cliente.nombre}</span>
      </Link>
    </p>
  );
}

type WhatsappLinkProps = { url: string; about?: string; isMain?: boolean; children: ReactNode };

/** A link that opens WhatsApp in another tab; `about` completes its name for screen readers. */
export function WhatsappLink({ url, about = "", isMain = false, children }: WhatsappLinkProps) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={`button justify-self-start print:hidden ${isMain ? "" : "button-quiet"}`}
    >
      <Icon name="whatsapp" />
      {children}
      <span className="sr-only">{about} (en otra pestaña)</span>
    </a>
  );
}
