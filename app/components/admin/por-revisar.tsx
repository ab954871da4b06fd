import { SubmitButton, WriteForm } from "~/components/form/write-form";
import { Link } from "~/components/link";
import { plural } from "~/format/text";
import type { BitacoraLine } from "~/http/bitacora-lines.server";
import { BitacoraLines } from "./bitacora-lines";

/** What changed in money and prices, was downloaded or was locked since the owner last looked, and the button that says she did. */
export function PorRevisar({ lines, seen, total, back }: PorRevisarData & { back: string }) {
  if (total === 0) return null;
  return (
    <section aria-labelledby="por-revisar" className="@container grid gap-4 rounded-2xl border border-line bg-sand p-5">
      <div>
        <h2 id="por-revisar" className="text-2xl">
          Desde la última vez que revisaste
        </h2>
        <p className="text-soft">{plural(total, "aviso", "avisos")} de dinero, precios, descargas o intentos de entrar.</p>
      </div>
      <BitacoraLines lines={lines} heading="h3" />
      <div className="flex flex-wrap items-center gap-3">
        <WriteForm action={`/admin/configuracion/bitacora/revisada?de=${encodeURIComponent(back)}`} preventScrollReset>
          <input type="hidden" name="vista" value={seen.join(",")} />
          <SubmitButton className="button button-quiet">Ya lo revisé</SubmitButton>
        </WriteForm>
        <Link to="/admin/configuracion/bitacora" className="link inline-flex min-h-11 items-center">
          {total > lines.length ? `Ver los otros ${total - lines.length} en la bitácora` : "Ver la bitácora"}
        </Link>
      </div>
    </section>
  );
}

export type PorRevisarData = { lines: BitacoraLine[]; seen: string[]; total: number };
