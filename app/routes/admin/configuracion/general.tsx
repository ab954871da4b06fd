import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { BackLink, ScreenHeader } from "~/components/admin";
import { WeekFields } from "~/components/admin/week-hours-fields";
import {
  ErrorSummary,
  FormButtons,
  SelectField,
  TextAreaField,
  TextField,
  UpdatedAt,
  useForm,
  WriteForm,
} from "~/components/form";
import { Link } from "~/components/link";
import { ESTUDIO, hasFacts, isDemo, ZONAS } from "~/content/estudio";
import { isOk } from "~/database/idempotency.server";
import { weekInWords, weekLabels, weekRows } from "~/format/hours";
import { slug } from "~/format/slug";
import { readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import type { RouteHandle } from "~/http/route-handle";
import {
  type ConfiguracionForm,
  configuracionSchema,
  getConfiguracion,
  saveConfiguracion,
} from "~/models/estudio/configuracion.server";

export { clientAction } from "~/components/form";

const LABELS = {
  nombre: "Nombre del estudio",
  ciudad: "Ciudad",
  direccion: "Dirección",
  telefono: "Teléfono",
  whatsapp: "WhatsApp",
  instagram_url: "Instagram",
  facebook_url: "Facebook",
  zona_horaria: "Zona horaria",
  mapa_url: "Mapa",
  hero_titulo: "Título de la portada",
  hero_texto: "Texto de la portada",
  biografia: "Biografía",
  frase: "Frase",
  frase_autora: "De quién es la frase",
};

const MERGED = { ...LABELS, horario: "Horario" };

export const handle: RouteHandle = { lists: ["horario"] };

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  return { configuracion: withBase(await readConfiguracion(), MERGED), constraint: getZodConstraint(configuracionSchema) };
}

/** The settings as the form has them: what the studio has not said of itself is left for her to write. */
async function readConfiguracion() {
  const configuracion = await getConfiguracion();
  const own = (value: string, example: string) => (hasFacts(configuracion) || value !== example ? value : "");
  return {
    ...configuracion,
    nombre: own(configuracion.nombre, ESTUDIO.nombre),
    ciudad: own(configuracion.ciudad, ESTUDIO.ciudad),
    horario: weekRows(configuracion.horario),
  };
}

type Sentence = "direccion" | "hero_titulo" | "hero_texto" | "biografia" | "frase" | "frase_autora";

/** How the example says what the studio has not said yet. */
function exampleOf(name: Sentence, configuracion: Pick<typeof ESTUDIO, Sentence>): string | undefined {
  if (configuracion[name] === ESTUDIO[name]) return "Es de ejemplo: cámbialo por lo tuyo.";
  return configuracion[name] ? undefined : `Por ejemplo: ${ESTUDIO[name]?.split("\n\n")[0]}`;
}

export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { values: sent, key } = await readForm(request);
  const editor = {
    labels: MERGED,
    wordLabels: { ...LABELS, ...weekLabels() },
    read: readConfiguracion,
    inWords: (version: Record<string, unknown>) => ({ ...version, ...weekInWords(version.horario) }),
  };
  return mergeIfStale(sent, editor, async (values, kept) => {
    const submission = parseWithZod(values, { schema: configuracionSchema });
    if (submission.status !== "success") return invalid(submission);
    const saved = await saveConfiguracion(values.get("updated_at"), submission.value, key);
    if (!isOk(saved)) return writeFailed(submission, saved.outcome);
    return redirectWithFlash(
      "/admin/configuracion",
      {
        title: "Configuración guardada",
        description: "Los cambios ya se ven en el sitio.",
      },
      await kept(saved, submission.value),
    );
  });
}

const ZONE_OPTIONS = Object.entries(ZONAS).map(([value, label]) => ({ value, label }));

export const meta: MetaFunction = () => [{ title: "General · Configuración" }];

export default function General() {
  const { configuracion, constraint } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<ConfiguracionForm>({ id: "general", defaultValue: configuracion, constraint });
  return (
    <div className="@container">
      <BackLink to="/admin/configuracion">Configuración</BackLink>
      <ScreenHeader title="General">Lo que tu sitio dice de tu estudio. Se publica al guardar.</ScreenHeader>
      {hasFacts(configuracion) && !isDemo(configuracion) ? null : (
        <p className="mb-3 max-w-3xl rounded-lg border border-line bg-sand px-4 py-2 text-[0.9375rem]">
          {isDemo(configuracion)
            ? "Estos datos son de ejemplo: cámbialos por los tuyos antes de compartir tu sitio."
            : "Tu sitio ya se ve, todavía sin tus datos. Escríbelos aquí: hasta entonces Google no lo muestra."}
        </p>
      )}
      <nav aria-label="Partes" className="mb-3 flex flex-wrap gap-1.5">
        {["El estudio", "Contacto", "Horario", "Portada y Nosotros"].map((title) => (
          <a key={title} href={`#${slug(title)}`} className="choice px-2.5 text-[0.9375rem]">
            {title.replace(/ y .*/, "")}
          </a>
        ))}
      </nav>
      <div className="grid max-w-3xl gap-6">
        <ErrorSummary form={form} />
        <WriteForm id={form.id} className="editor grid gap-10 rounded-2xl border border-line bg-card p-5 md:p-8">
          <UpdatedAt form={form} saved={configuracion} />
          <Group title="El estudio">
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField field={fields.nombre} label={LABELS.nombre} />
              <TextField field={fields.ciudad} label={LABELS.ciudad} />
            </div>
            <TextAreaField
              field={fields.direccion}
              label={LABELS.direccion}
              rows={2}
              hint={exampleOf("direccion", configuracion)}
            />
            <SelectField
              field={fields.zona_horaria}
              label={LABELS.zona_horaria}
              options={ZONE_OPTIONS}
              hint="La hora de tu ciudad: con ella se llevan la agenda y los reportes."
            />
          </Group>
          <Group title="Contacto">
            <TextField
              field={fields.telefono}
              label={LABELS.telefono}
              inputMode="tel"
              hint="Escríbelo como quieres que se lea en tu sitio."
            />
            <TextField
              field={fields.whatsapp}
              label={LABELS.whatsapp}
              type="tel"
              hint="El número que recibe las citas: 10 dígitos; de otro país, con + y su clave."
            />
            <TextField
              field={fields.instagram_url}
              label={LABELS.instagram_url}
              hint="Tu usuario, como @tu.estudio, o el enlace."
            />
            <TextField field={fields.facebook_url} label={LABELS.facebook_url} hint="Tu usuario o el enlace de tu página." />
            <TextAreaField
              field={fields.mapa_url}
              label={LABELS.mapa_url}
              hint="El enlace de tu estudio en Google Maps. Con el de «Compartir → Insertar un mapa», el mapa se ve dentro de tu sitio."
            />
          </Group>
          <Group title="Horario">
            <p className="text-soft">
              Si un día no abres, deja vacías sus dos horas. Los festivos y las vacaciones van en{" "}
              <Link className="link inline-block py-2.5" to="/admin/configuracion/dias-cerrados">
                Días cerrados
              </Link>
              .
            </p>
            <WeekFields field={fields.horario} from="Abre" to="Cierra" />
          </Group>
          <Group title="Portada y Nosotros">
            <p className="text-soft">Lo que dejes vacío no se muestra. Los demás textos están en Textos del sitio.</p>
            <TextField field={fields.hero_titulo} label={LABELS.hero_titulo} hint={exampleOf("hero_titulo", configuracion)} />
            <TextAreaField field={fields.hero_texto} label={LABELS.hero_texto} hint={exampleOf("hero_texto", configuracion)} />
            <TextAreaField
              field={fields.biografia}
              label={LABELS.biografia}
              rows={10}
              hint={exampleOf("biografia", configuracion) ?? "Deja una línea en blanco entre párrafos."}
            />
            <TextAreaField field={fields.frase} label={LABELS.frase} rows={2} hint={exampleOf("frase", configuracion)} />
            <TextField field={fields.frase_autora} label={LABELS.frase_autora} hint={exampleOf("frase_autora", configuracion)} />
          </Group>
          <FormButtons back="/admin/configuracion">Guardar cambios</FormButtons>
        </WriteForm>
      </div>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset id={slug(title)} className="grid gap-5">
      <legend className="mb-4 font-display text-2xl">{title}</legend>
      {children}
    </fieldset>
  );
}
