import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { BackLink, ScreenHeader } from "~/components/admin";
import { SubmitButton, WriteForm } from "~/components/form";
import { Link } from "~/components/link";
import { isOk } from "~/database/idempotency.server";
import { accentsOf, DEFAULT_ACCENTS, readable, SCHEMES } from "~/format/color.server";
import { readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { or503, requireUser } from "~/http/guards.server";
import { type FormState, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { groundOf } from "~/media/marca/ground.server";
import { aparienciaSchema, getApariencia, hexColor, saveAcento } from "~/models/estudio/apariencia.server";
import { AccentForm } from "./accent-form";
import { AccentSample } from "./accent-sample";

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
  const { apariencia, ground, accents, schemes, defaultAccent, constraint } = useLoaderData<typeof loader>();
  return (
    <>
      <BackLink to="/admin/configuracion">Configuración</BackLink>
      <ScreenHeader title="Apariencia">El color y las imágenes de tu sitio. Este panel no cambia.</ScreenHeader>
      <div className="grid max-w-3xl gap-12">
        <section aria-labelledby="color">
          <h2 id="color" className="text-2xl">
            Color
          </h2>
          <p className="mt-1 mb-4 text-soft">El de los enlaces y los botones. En los teléfonos en modo oscuro se aclara solo.</p>
          <ul className="mb-6 grid gap-4 sm:grid-cols-2">
            <li>
              <AccentSample
                label="Modo claro"
                accent={accents.light}
                background={schemes.light.paper}
                onAccent={schemes.light["on-accent"]}
              />
            </li>
            <li>
              <AccentSample
                label="Modo oscuro"
                accent={accents.dark}
                background={schemes.dark.paper}
                onAccent={schemes.dark["on-accent"]}
              />
            </li>
          </ul>
          <AccentForm key={apariencia.updated_at} saved={apariencia} defaultAccent={defaultAccent} constraint={constraint} />
        </section>
        <Imagen
          id="logotipo"
          title="Logotipo"
          to={`${PATH}/logo`}
          text="Va arriba y abajo de cada página. Mientras no subas uno, se lee el nombre de tu estudio."
          present={apariencia.logo !== null}
        >
          {apariencia.logo ? (
            <span className={`block rounded-xl border border-line p-4 ${ground === "dark" ? "bg-[#35182b]" : "bg-[#fbf6f1]"}`}>
              <img src={apariencia.logo.url} alt="Logotipo actual" className="max-h-24 w-auto max-w-full" />
            </span>
          ) : null}
        </Imagen>
        <Imagen
          id="portada"
          title="Imagen de la portada"
          to={`${PATH}/portada`}
          text="Va en lugar del dibujo de la página de inicio. Se recorta en forma de arco."
          present={apariencia.hero !== null}
        >
          {apariencia.hero ? (
            <img src={apariencia.hero.url} alt="Portada actual" className="max-h-72 w-auto max-w-full rounded-xl" />
          ) : null}
        </Imagen>
        <Imagen
          id="retrato"
          title="Retrato de la fundadora"
          to={`${PATH}/retrato`}
          text={apariencia.retrato_visible ? "Va en Nosotros, junto a la biografía." : "No se muestra en tu sitio."}
          present={apariencia.retrato !== null}
          beside={<RetratoVisible visible={apariencia.retrato_visible} />}
        >
          {apariencia.retrato ? (
            <img src={apariencia.retrato.url} alt="Retrato actual" className="max-h-72 w-auto max-w-full rounded-xl" />
          ) : null}
        </Imagen>
      </div>
    </>
  );
}

function RetratoVisible({ visible }: { visible: boolean }) {
  return (
    <WriteForm action={`${PATH}/retrato/visible`} preventScrollReset>
      <input type="hidden" name="visible" value={visible ? "no" : "si"} />
      <SubmitButton className="button button-quiet">
        {visible ? "No mostrar" : "Mostrar"}
        <span className="sr-only"> el retrato de la fundadora</span>
      </SubmitButton>
    </WriteForm>
  );
}

function Imagen({
  id,
  title,
  to,
  text,
  present,
  beside = null,
  children,
}: {
  id: string;
  title: string;
  to: string;
  text: string;
  present: boolean;
  beside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <p className="mt-1 mb-4 text-soft">{text}</p>
      {present ? <div className="mb-4 inline-block">{children}</div> : null}
      <div className="flex flex-wrap gap-3">
        <Link className="button button-quiet" to={to}>
          {present ? "Cambiar o quitar" : "Subir"}
          <span className="sr-only"> {title.toLowerCase()}</span>
        </Link>
        {beside}
      </div>
    </section>
  );
}
