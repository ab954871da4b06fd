import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { BackLink, ScreenHeader } from "~/components/admin";
import { WeekFields } from "~/components/admin/week-hours-fields";
import {
  ErrorSummary,
  SelectField,
  SubmitButton,
  TextAreaField,
  TextField,
  UpdatedAt,
  useForm,
  useFormState,
  WriteForm,
} from "~/components/form";
import { RadiosField } from "~/components/form/radios-field";
import { Link } from "~/components/link";
import { ESTUDIO, hasFacts, isDemo, ZONAS } from "~/content/estudio";
import { isOk } from "~/database/idempotency.server";
import { formatDay, formatTimeWithArticle } from "~/format/dates";
import { weekInWords, weekLabels, weekRows } from "~/format/hours";
import { formatNumber } from "~/format/numbers";
import { slug } from "~/format/slug";
import { readForm, textOf } from "~/http/form/form.server";
import { type Kept, mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import type { RouteHandle } from "~/http/route-handle";
import { type AlCambiar, getCambioDeZona, saveHorarioYCitas } from "~/models/citas/cambio-de-zona.server";
import {
  type ConfiguracionForm,
  configuracionSchema,
  getConfiguracion,
  isParte,
  listFirstSteps,
  PARTES,
  type Parte,
  saveParte,
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
  horario: "Horario",
};

const TITLES: Record<Parte, string> = {
  estudio: "El estudio",
  contacto: "Contacto",
  horario: "Horario",
  portada: "Portada y Nosotros",
};

/** The labels of the fields of a part. */
const labelsOf = (parte: Parte) => Object.fromEntries(Object.entries(LABELS).filter(([name]) => name in PARTES[parte].shape));

export const handle: RouteHandle = { lists: ["horario"] };

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const configuracion = await readConfiguracion();
  const part = (parte: Parte) => {
    const labels = labelsOf(parte);
    const { updated_at, base } = withBase(configuracion, labels);
    const shown = Object.entries(configuracion).filter(([name]) => name in labels);
    return { parte, title: TITLES[parte], updated_at, base, shown: JSON.stringify(shown) };
  };
  return {
    // Without its + a number of another country would be read as a Mexican one when it is saved again.
    configuracion: { ...configuracion, whatsapp: configuracion.whatsapp && `+${configuracion.whatsapp}` },
    partes: { estudio: part("estudio"), contacto: part("contacto"), horario: part("horario"), portada: part("portada") },
    constraint: getZodConstraint(configuracionSchema),
  };
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

/** What the change of the zone asks, in words. */
type Pregunta = { legend: string; options: { value: AlCambiar; label: string; hint: string }[] };

/** What is asked before the appointments to come are shown in `zona`; null when none would be at another hour. */
async function askCambio(zona: string): Promise<Pregunta | null> {
  const cambio = zona in ZONAS ? await getCambioDeZona(zona) : null;
  if (!cambio) return null;
  const { count, first, de } = cambio;
  const time = formatTimeWithArticle(first, de);
  const which = `La del ${formatDay(first, de)} ${time}`;
  return {
    legend:
      count === 1
        ? "Tienes 1 cita por venir. ¿Qué pasa con ella?"
        : `Tienes ${formatNumber(count)} citas por venir. ¿Qué pasa con ellas?`,
    // No full stop after the clock: `a.m.` ends with one.
    options: [
      { value: "reloj", label: "Siguen a la misma hora del reloj", hint: `${which} sigue ${time}` },
      { value: "momento", label: "Siguen en el mismo momento", hint: `${which} se verá ${formatTimeWithArticle(first, zona)}` },
    ],
  };
}

const OVERLAP =
  "Con la misma hora del reloj, una cita por venir quedaría encima de otra que ya empezó o ya se cobró. Espera a que terminen las de hoy y guarda otra vez.";

export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { values: sent, key } = await readForm(request);
  const parte = textOf(sent, "parte");
  // A page from before this one had parts, for instance, which sends all of them at once.
  if (!isParte(parte))
    return invalid(parseWithZod(sent, { schema: PARTES.estudio }), {
      formErrors: ["Ahora cada parte se guarda con su botón. Revisa lo que escribiste y guárdalas."],
    });
  const labels = labelsOf(parte);
  const editor = {
    labels,
    wordLabels: parte === "horario" ? { ...labels, ...weekLabels() } : labels,
    read: readConfiguracion,
    inWords: (version: Record<string, unknown>) => ({ ...version, ...weekInWords(version.horario) }),
  };
  return mergeIfStale(sent, editor, async (values, kept) => {
    if (parte === "horario") return saveHours(values, kept);
    const submission = parseWithZod(values, { schema: PARTES[parte] });
    if (submission.status !== "success") return invalid(submission);
    const saved = await saveParte(values.get("updated_at"), submission.value, key);
    if (!isOk(saved)) return writeFailed(submission, saved.outcome);
    return redirectToParts(parte, await kept(saved, submission.value));
  });

  async function saveHours(values: FormData, kept: Kept) {
    const pregunta = await askCambio(textOf(values, "zona_horaria"));
    const submission = parseWithZod(values, { schema: PARTES.horario });
    if (submission.status !== "success") return invalid(submission, undefined, 400, {}, { pregunta });
    const answer = textOf(values, "al_cambiar");
    if (pregunta && !pregunta.options.some(({ value }) => value === answer))
      return invalid(
        submission,
        { fieldErrors: { al_cambiar: ["Elige qué pasa con las citas por venir."] } },
        400,
        {},
        { pregunta },
      );
    const alCambiar = answer === "reloj" ? "reloj" : "momento";
    const saved = await saveHorarioYCitas(values.get("updated_at"), submission.value, alCambiar, key);
    if (saved.outcome === "overlap") return invalid(submission, { formErrors: [OVERLAP] }, 409, {}, { pregunta });
    if (!isOk(saved)) return writeFailed(submission, saved.outcome, undefined, { pregunta });
    return redirectToParts("horario", await kept(saved, submission.value));
  }
}

/** Back to the parts, since the others may not be saved yet; a new studio also gets the way to its next step. */
async function redirectToParts(parte: Parte, also?: string) {
  const isNew = Object.values(await listFirstSteps()).includes(false);
  return redirectWithFlash(
    "/admin/configuracion/general",
    {
      title: "Configuración guardada",
      description: `${TITLES[parte]}: los cambios ya se ven en el sitio.`,
      link: isNew ? { href: "/admin", label: "Seguir con los primeros pasos" } : undefined,
    },
    also,
  );
}

const ZONE_OPTIONS = Object.entries(ZONAS).map(([value, label]) => ({ value, label }));

export const meta: MetaFunction = () => [{ title: "General · Configuración" }];

type PartForm = ConfiguracionForm & { parte: string; al_cambiar: string };

/** The form of a part: the last answer is about the part that was sent, or has the values of all of them. */
function usePart(parte: Parte) {
  const { configuracion, constraint } = useLoaderData<typeof loader>();
  const answered = useFormState()?.lastResult;
  const sent = String(answered?.initialValue?.parte);
  const isOfOne = Object.hasOwn(TITLES, sent);
  const isOwn = isOfOne ? sent === parte : parte === "estudio";
  const lastResult = isOwn ? answered : answered && !isOfOne ? { initialValue: answered.initialValue } : null;
  const defaultValue = { ...configuracion, parte };
  return useForm<PartForm>({ id: `general-${parte}`, lastResult, defaultValue, constraint });
}

export default function General() {
  const { configuracion } = useLoaderData<typeof loader>();
  const pregunta = useActionData<{ pregunta?: Pregunta | null }>()?.pregunta;
  const [estudioForm, estudio] = usePart("estudio");
  const [contactoForm, contacto] = usePart("contacto");
  const [horarioForm, horario] = usePart("horario");
  const [portadaForm, portada] = usePart("portada");
  return (
    <div className="@container">
      <BackLink to="/admin/configuracion">Configuración</BackLink>
      <ScreenHeader title="General">
        Lo que tu sitio dice de tu estudio. Cada parte se guarda y se publica por separado.
      </ScreenHeader>
      {hasFacts(configuracion) && !isDemo(configuracion) ? null : (
        <p className="mb-3 max-w-3xl rounded-lg border border-line bg-sand px-4 py-2 text-[0.9375rem]">
          {isDemo(configuracion)
            ? "Estos datos son de ejemplo: cámbialos por los tuyos antes de compartir tu sitio."
            : "Tu sitio ya se ve, todavía sin tus datos. Escríbelos aquí: hasta entonces Google no lo muestra."}
        </p>
      )}
      <nav aria-label="Partes" className="mb-3 flex flex-wrap gap-1.5">
        {Object.values(TITLES).map((title) => (
          <a key={title} href={`#${slug(title)}`} className="choice px-2.5 text-[0.9375rem]">
            {title.replace(/ y .*/, "")}
          </a>
        ))}
      </nav>
      <div className="grid max-w-3xl gap-6">
        {[estudioForm, contactoForm, horarioForm, portadaForm].map((form) => (
          <ErrorSummary key={form.id} form={form} />
        ))}
        <Part parte="estudio" form={estudioForm}>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField field={estudio.nombre} label={LABELS.nombre} />
            <TextField field={estudio.ciudad} label={LABELS.ciudad} />
          </div>
          <TextAreaField
            field={estudio.direccion}
            label={LABELS.direccion}
            rows={2}
            hint={exampleOf("direccion", configuracion)}
          />
        </Part>
        <Part parte="contacto" form={contactoForm}>
          <TextField
            field={contacto.telefono}
            label={LABELS.telefono}
            inputMode="tel"
            hint="Escríbelo como quieres que se lea en tu sitio."
          />
          <TextField
            field={contacto.whatsapp}
            label={LABELS.whatsapp}
            type="tel"
            hint="El número que recibe las citas: 10 dígitos; de otro país, con + y su clave."
          />
          <TextField
            field={contacto.instagram_url}
            label={LABELS.instagram_url}
            hint="Tu usuario, como @tu.estudio, o el enlace."
          />
          <TextField field={contacto.facebook_url} label={LABELS.facebook_url} hint="Tu usuario o el enlace de tu página." />
          <TextAreaField
            field={contacto.mapa_url}
            label={LABELS.mapa_url}
            hint="El enlace de tu estudio en Google Maps. Con el de «Compartir → Insertar un mapa», el mapa se ve dentro de tu sitio."
          />
        </Part>
        <Part parte="horario" form={horarioForm}>
          <SelectField
            field={horario.zona_horaria}
            label={LABELS.zona_horaria}
            options={ZONE_OPTIONS}
            hint="La hora de tu ciudad: con ella se llevan la agenda y los reportes."
          />
          {pregunta ? <RadiosField field={horario.al_cambiar} {...pregunta} /> : null}
          <p className="text-soft">
            Si un día no abres, deja vacías sus dos horas. Los festivos y las vacaciones van en{" "}
            <Link className="link inline-block py-2.5" to="/admin/configuracion/dias-cerrados">
              Días cerrados
            </Link>
            .
          </p>
          {configuracion.hasHorario ? null : (
            <p className="rounded-lg border border-line bg-sand px-4 py-2">
              Tu sitio todavía no dice a qué hora abres ni ofrece horas libres. Corrige lo que haga falta y guárdalo.
            </p>
          )}
          <WeekFields field={horario.horario} from="Abre" to="Cierra" />
        </Part>
        <Part parte="portada" form={portadaForm}>
          <p className="text-soft">Lo que dejes vacío no se muestra. Los demás textos están en Textos del sitio.</p>
          <TextField field={portada.hero_titulo} label={LABELS.hero_titulo} hint={exampleOf("hero_titulo", configuracion)} />
          <TextAreaField field={portada.hero_texto} label={LABELS.hero_texto} hint={exampleOf("hero_texto", configuracion)} />
          <TextAreaField
            field={portada.biografia}
            label={LABELS.biografia}
            rows={10}
            hint={exampleOf("biografia", configuracion) ?? "Deja una línea en blanco entre párrafos."}
          />
          <TextAreaField field={portada.frase} label={LABELS.frase} rows={2} hint={exampleOf("frase", configuracion)} />
          <TextField field={portada.frase_autora} label={LABELS.frase_autora} hint={exampleOf("frase_autora", configuracion)} />
        </Part>
      </div>
    </div>
  );
}

type PartProps = { parte: Parte; form: ReturnType<typeof usePart>[0]; children: ReactNode };

/** A part with its own form, which keeps what was typed in it while another part is saved. */
function Part({ parte, form, children }: PartProps) {
  const { title, shown, ...saved } = useLoaderData<typeof loader>().partes[parte];
  return (
    <WriteForm key={shown} id={form.id} preventScrollReset className="rounded-2xl border border-line bg-card p-5 md:p-8">
      <input type="hidden" name="parte" value={parte} />
      <UpdatedAt form={form} saved={saved} />
      <fieldset id={slug(title)} className="grid gap-5">
        <legend className="mb-4 font-display text-2xl">{title}</legend>
        {children}
        <div>
          <SubmitButton>
            Guardar cambios<span className="sr-only"> de {title}</span>
          </SubmitButton>
        </div>
      </fieldset>
    </WriteForm>
  );
}
