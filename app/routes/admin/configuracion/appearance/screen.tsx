import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { BackLink, ScreenHeader, ScreenSection } from "~/components/admin";
import { PresentPicture } from "~/components/admin/present-picture";
import { ButtonForm } from "~/components/form";
import { Link } from "~/components/link";
import { isOk } from "~/database/idempotency.server";
import { accentsOf, DEFAULT_ACCENTS, readable, SCHEMES } from "~/format/color.server";
import { readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { or503, requireUser } from "~/http/guards.server";
import { type FormState, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { groundOf, hasWhiteGround } from "~/media/marca/ground.server";
import { aparienciaSchema, getApariencia, hexColor, saveAcento } from "~/models/estudio/apariencia.server";
import { AccentForm } from "./accent-form";

export { clientAction } from "~/components/form";

const LABELS = { acento: "Color" };

const PATH = "/admin/configuracion/apariencia";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const apariencia = await or503(getApariencia());
  const own = apariencia.acento === null ? null : accentsOf(apariencia.acento);
  return {
    apariencia: withBase(apariencia, LABELS),
    ground: apariencia.logo && (await groundOf(apariencia.logo)),
    isBoxed: apariencia.logo !== null && (await hasWhiteGround(apariencia.logo)),
    accents: own ? { light: own.light.accent, dark: own.dark.accent } : DEFAULT_ACCENTS,
    defaultAccent: DEFAULT_ACCENTS.light,
    schemes: SCHEMES,
    constraint: getZodConstraint(aparienciaSchema),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { values: sent, key } = await readForm(request);
  sent.set("acento", chosenColor(sent));
  return mergeIfStale(sent, { labels: LABELS, read: getApariencia }, async (values, kept) => {
    const submission = parseWithZod(values, { schema: aparienciaSchema });
    if (submission.status !== "success") {
      const color = hexColor(String(values.get("acento")));
      const nearest = color && readable(color, "light");
      return json<FormState & { nearest: string | null }>({ lastResult: submission.reply(), nearest }, { status: 400 });
    }
    const saved = await saveAcento(values.get("updated_at"), submission.value.acento, key);
    if (!isOk(saved)) return writeFailed(submission, saved.outcome);
    return redirectWithFlash(
      PATH,
      { title: "Color guardado", description: "Ya se ve en el sitio." },
      await kept(saved, submission.value),
    );
  });
}

/**
 * The colour that was chosen: by a button, or else in the field that was changed, the text field or the colour picker. A colour
 * picker cannot be empty, so its unchanged value means nothing.
 */
function chosenColor(values: FormData): string {
  const read = (name: string) => String(values.get(name) ?? "");
  const isPicked = read("acento") === read("visto") && read("muestra") !== read("muestra_vista");
  return String(values.get("propuesto") ?? read(isPicked ? "muestra" : "acento"));
}

export const meta: MetaFunction = () => [{ title: "Apariencia · Configuración" }];

export default function Apariencia() {
  const { apariencia, ground, isBoxed, accents, schemes, defaultAccent, constraint } = useLoaderData<typeof loader>();
  return (
    <>
      <BackLink to="/admin/configuracion">Configuración</BackLink>
      <ScreenHeader title="Apariencia">El color y las imágenes de tu sitio. El panel no cambia de color.</ScreenHeader>
      <div className="grid max-w-3xl gap-12">
        <ScreenSection
          id="color"
          title="Color"
          text="El de los enlaces y los botones. En los teléfonos en modo oscuro se aclara solo."
        >
          <ul className="mb-6 grid gap-4 sm:grid-cols-2">
            <AccentSample label="Modo claro" accent={accents.light} scheme={schemes.light} />
            <AccentSample label="Modo oscuro" accent={accents.dark} scheme={schemes.dark} />
          </ul>
          <AccentForm key={apariencia.updated_at} saved={apariencia} defaultAccent={defaultAccent} constraint={constraint} />
        </ScreenSection>
        <Imagen
          id="logotipo"
          title="Logotipo"
          article="el"
          to={`${PATH}/logo`}
          text={
            isBoxed
              ? "Trae fondo blanco, y en tu sitio se ve como un cuadro. Si lo tienes sin fondo (en PNG), súbelo así."
              : "Va arriba y abajo de cada página. Mientras no subas uno, se lee el nombre de tu estudio."
          }
        >
          {apariencia.logo ? <PresentPicture url={apariencia.logo.url} alt="Logotipo actual" ground={ground} /> : null}
        </Imagen>
        <Imagen
          id="portada"
          title="Imagen de la portada"
          article="la"
          to={`${PATH}/portada`}
          text="Es lo primero que se ve de tu sitio. En computadora se recorta en arco."
        >
          {apariencia.hero ? <PresentPicture url={apariencia.hero.url} alt="Portada actual" /> : null}
        </Imagen>
        <Imagen
          id="retrato"
          title="Retrato de la fundadora"
          article="el"
          to={`${PATH}/retrato`}
          text={apariencia.retrato_visible ? "Va en Nosotros, junto a la biografía." : "No se muestra en tu sitio."}
          beside={
            <ButtonForm
              action={`${PATH}/retrato/visible`}
              values={{ visible: apariencia.retrato_visible ? "no" : "si" }}
              labelSuffix="el retrato de la fundadora"
              className="button button-quiet"
            >
              {apariencia.retrato_visible ? "No mostrar" : "Mostrar"}
            </ButtonForm>
          }
        >
          {apariencia.retrato ? <PresentPicture url={apariencia.retrato.url} alt="Retrato actual" /> : null}
        </Imagen>
      </div>
    </>
  );
}

type SampleProps = { label: string; accent: string; scheme: { paper: string; "on-accent": string } };

/** An accent in a scheme of the site: a link and a button. */
function AccentSample({ label, accent, scheme }: SampleProps) {
  return (
    <li>
      <svg viewBox="0 0 320 96" role="img" aria-label={`${label}: ${accent}`} className="w-full rounded-xl border border-line">
        <rect width="320" height="96" fill={scheme.paper} />
        <text x="20" y="54" fill={accent} fontSize="17" textDecoration="underline">
          {label}
        </text>
        <rect x="180" y="26" width="120" height="44" rx="22" fill={accent} />
        <text x="240" y="54" fill={scheme["on-accent"]} fontSize="16" fontWeight="600" textAnchor="middle">
          {accent}
        </text>
      </svg>
    </li>
  );
}

type ImagenProps = {
  id: string;
  title: string;
  article: "el" | "la";
  to: string;
  text: string;
  beside?: ReactNode;
  children: ReactNode;
};

/** A picture of the site (`children`; null without one) with the link to change it, and `beside` it another button. */
function Imagen({ id, title, article, to, text, beside, children }: ImagenProps) {
  return (
    <ScreenSection id={id} title={title} text={text}>
      {children ? <div className="mb-4 inline-block">{children}</div> : null}
      <div className="flex flex-wrap gap-3">
        <Link className="button button-quiet" to={to}>
          {children ? "Cambiar o quitar" : "Subir"}
          <span className="sr-only">{` ${article} ${title.toLowerCase()}`}</span>
        </Link>
        {beside}
      </div>
    </ScreenSection>
  );
}
