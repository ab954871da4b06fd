import { Icon } from "~/components/icon";
import { dialable, formatPhone } from "~/format/phone";

/** A telephone as a link that dials it. An incomplete number is shown unchanged, with a note. */
export function Phone({ phone }: { phone: string }) {
  const number = dialable(phone);
  return (
    <span className="contact">
      <Icon name="phone" />
      {number ? (
        <a className="link" href={`tel:${number}`}>
          {formatPhone(phone)}
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
