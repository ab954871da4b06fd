import type { SerializeFrom } from "@remix-run/node";
import { useLocation } from "@remix-run/react";
import { WhatsappLink } from "~/components/admin";
import { Link } from "~/components/link";
import { formatDate, formatTimeWithArticle } from "~/format/dates";
import { clientePath } from "~/format/links";
import type { readMensaje } from "./message-answer.server";

type Mensaje = SerializeFrom<NonNullable<Awaited<ReturnType<typeof readMensaje>>>>;

/** A message that was opened: its text, the link that opens WhatsApp with it or why there is none, and since when. */
export function Message({ cliente, texto, url, unreachable, abierto, zona }: Mensaje) {
  const { pathname, search } = useLocation();
  return (
    <>
      <blockquote className="rounded-2xl border border-line bg-card p-5 whitespace-pre-line wrap-anywhere">{texto}</blockquote>
      {url ? (
        <WhatsappLink url={url} isMain>
          Abrir en WhatsApp
        </WhatsappLink>
      ) : (
        <p className="text-bad">
          {unreachable}{" "}
          <Link to={clientePath(cliente.id, pathname + search)} className="link inline-block py-2.5">
            Corregir
          </Link>
        </p>
      )}
      <p className="text-sm text-soft wrap-anywhere">
        Puedes cambiarlo en WhatsApp antes de enviarlo. Se abrió el{" "}
        <time dateTime={abierto.created_at}>
          {formatDate(abierto.created_at, zona)} {formatTimeWithArticle(abierto.created_at, zona)}
        </time>
        {abierto.quien ? ` (${abierto.quien})` : null}; si se envió, solo se ve en WhatsApp.
      </p>
    </>
  );
}
