import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicHead } from "~/components/public/head";
import { notFoundIfNull, or503 } from "~/http/guards.server";
import { publicPage } from "~/http/public-page.server";
import type { RouteHandle } from "~/http/route-handle";
import { avisoOf } from "~/models/estudio/aviso.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";

export const handle: RouteHandle = { cacheParams: [] };

/** The privacy notice, in sections: its first paragraphs have no title. */
export async function loader(_: LoaderFunctionArgs) {
  const text = notFoundIfNull(avisoOf(await or503(getConfiguracion())));
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
  const sections: { title: string; paragraphs: string[] }[] = [{ title: "", paragraphs: [] }];
  for (const paragraph of paragraphs) {
    // A heading is one short line without a full stop.
    if (/^[^\n]{1,80}[^.:;,\n]$/.test(paragraph)) sections.push({ title: paragraph, paragraphs: [] });
    else sections.at(-1)?.paragraphs.push(paragraph);
  }
  return publicPage({ sections: sections.filter(({ title, paragraphs }) => title || paragraphs.length > 0) });
}

export { publicHeaders as headers } from "~/http/public-page.server";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  publicHead(matches, {
    title: "Aviso de privacidad",
    description: "Qué datos tuyos usamos, para qué, y cómo decides sobre ellos.",
    path: "/aviso-de-privacidad",
  });

export default function Privacy() {
  const { sections } = useLoaderData<typeof loader>();
  return (
    <main id="contenido" className="wrap page">
      <article className="detail">
        <div className="title">
          <h1>Aviso de privacidad</h1>
        </div>
        <div>
          {sections.map(({ title, paragraphs }) => (
            <section key={title} className="grid gap-3">
              {title ? <h2>{title}</h2> : null}
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
        </div>
      </article>
    </main>
  );
}
