import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { BackLink, ScreenHeader } from "~/components/admin";
import { ComidaFields, WeekFields } from "~/components/admin/week-hours-fields";
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
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { ESTUDIO, hasFacts, isDemo, ZONAS } from "~/content/estudio";
import { isOk } from "~/database/idempotency.server";
import { formatDay, formatTimeWithArticle } from "~/format/dates";
import { formatHours, weekInWords, weekLabels, weekRows } from "~/format/hours";
import { formatNumber } from "~/format/numbers";
import { formatPhone } from "~/format/phone";
import { slug } from "~/format/slug";
import { joinWords } from "~/format/text";
import { citasInComida, SEVERAL_PAUSES } from "~/http/comida.server";
import { readForm, textOf } from "~/http/form/form.server";
import { type Kept, mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { FIRST_STEPS, readReturnPath } from "~/http/return-path.server";
import type { RouteHandle } from "~/http/route-handle";
import { type AlCambiar, getCambioDeZona, saveHorarioYCitas } from "~/models/citas/cambio-de-zona.server";
import { type Comida, getComida, withComidaVersion } from "~/models/equipo/comida.server";
import {
  type ComidaValues,
  type ConfiguracionForm,
  configuracionSchema,
  getConfiguracion,
  isParte,
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
  comida_de: "Comida, de",
  comida_a: "Comida, a",
  mapa_url: "Mapa",
  hero_titulo: "Título de la portada",
  hero_texto: "Texto de la portada",
  biografia: "Biografía",
  frase: "Frase",
  frase_autora: "De quién es la frase",
  horario: "Horario",
};

const TITLES: Record<Parte, string> = {
  estudio: "Nombre y contacto",
  horario: "Horario",
  redes: "Redes y mapa",
  portada: "Portada y Nosotros",
};

/** The labels of the fields of a part. */
const labelsOf = (parte: Parte) => Object.fromEntries(Object.entries(LABELS).filter(([name]) => name in PARTES[parte].shape));

export const handle: RouteHandle = { lists: ["horario"] };

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const [configuracion, comida] = await Promise.all([readConfiguracion(), getComida(null)]);
  const part = (parte: Parte) => {
    const labels = labelsOf(parte);
    const { updated_at, base } = withBase(versionOf(parte, configuracion, comida), labels);
    const shown = Object.entries({ ...configuracion, ...comida }).filter(([name]) => name in labels);
    return { parte, title: TITLES[parte], updated_at, base, shown: JSON.stringify(shown) };
  };
  const asked = new URL(request.url).searchParams.get("parte") ?? "";
  return {
    // Without its + a number of another country would be read as a Mexican one when it is saved again.
    configuracion: { ...configuracion, whatsapp: configuracion.whatsapp && `+${configuracion.whatsapp}` },
    comida,
    partes: { estudio: part("estudio"), horario: part("horario"), redes: part("redes"), portada: part("portada") },
    resumen: summarize(configuracion),
    abierta: isParte(asked) ? asked : firstToDo(configuracion),
    isStep: readReturnPath(request, "") === FIRST_STEPS,
    constraint: { ...getZodConstraint(configuracionSchema), ...getZodConstraint(PARTES.horario) },
  };
}

/** The settings as the form has them: what the studio has not said of itself is left for her to write. */
async function readConfiguracion() {
  const configuracion = await getConfiguracion();
  const { nombre, horario } = configuracion;
  const isUnsaid = nombre === ESTUDIO.nombre && !hasFacts(configuracion);
  return { ...configuracion, nombre: isUnsaid ? "" : nombre, horario: weekRows(horario) };
}

type Shown = Awaited<ReturnType<typeof readConfiguracion>>;

/** The settings and the lunch, in the version that a part is saved by. */
function versionOf(parte: Parte, configuracion: Shown, comida: Comida) {
  const { updated_at } = configuracion;
  const all = { ...configuracion, ...comida };
  return parte === "horario" ? { ...all, updated_at: withComidaVersion(updated_at, comida) } : all;
}

/** What each part says now, in a line. */
function summarize({ nombre, whatsapp, telefono, hasHorario, ...estudio }: Shown): Record<Parte, string> {
  const whole = estudio.horario.map(({ abre, cierra }) => (abre && cierra ? { abre, cierra } : null));
  const lines = {
    estudio: [nombre, telefono || (whatsapp && formatPhone(`+${whatsapp}`)), estudio.ciudad],
    horario: [hasHorario ? formatHours(whole).join(". ") || "Ningún día" : ""],
    redes: [estudio.instagram_url && "Instagram", estudio.facebook_url && "Facebook", estudio.mapa_url && "Mapa"],
    portada: [estudio.hero_titulo],
  };
  const said = Object.entries(lines).map(([parte, words]) => [parte, words.filter(Boolean).join(" · ")]);
  return Object.fromEntries(said) as Record<Parte, string>;
}

/** The part that a new studio still has to save. */
function firstToDo(configuracion: Shown): Parte | null {
  if (!hasFacts(configuracion)) return "estudio";
  return configuracion.hasHorario ? null : "horario";
}

type Sentence = "direccion" | "hero_titulo" | "hero_texto" | "biografia" | "frase" | "frase_autora";

/** How the example says what the studio has not said yet. */
function exampleOf(name: Sentence, configuracion: Pick<typeof ESTUDIO, Sentence>): string | undefined {
  if (configuracion[name] === ESTUDIO[name]) return "Es un dato de ejemplo: cámbialo por el tuyo.";
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
    together: [["comida_de", "comida_a"]],
    read: async () => versionOf(parte, await readConfiguracion(), await getComida(null)),
    inWords: (version: Record<string, unknown>) => ({ ...version, ...weekInWords(version.horario) }),
  };
  return mergeIfStale(sent, editor, async (values, kept) => {
    if (parte === "horario") return saveHours(values, kept);
    const submission = parseWithZod(values, { schema: PARTES[parte] });
    if (submission.status !== "success") return invalid(submission);
    const saved = await saveParte(values.get("updated_at"), submission.value, key);
    if (!isOk(saved)) return writeFailed(submission, saved.outcome);
    return backWithFlash(parte, await kept(saved, submission.value));
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
    if (saved.outcome === "pausas")
      return invalid(submission, { fieldErrors: { comida_de: [SEVERAL_PAUSES] } }, 409, {}, { pregunta });
    if (!isOk(saved)) return writeFailed(submission, saved.outcome, undefined, { pregunta });
    const also = await kept(saved, submission.value);
    const citas = await citasInComida(null, saved.result.comida);
    return citas
      ? redirectWithFlash(citas.path, { title: SAVED, description: citas.description }, also)
      : backWithFlash("horario", also);
  }

  /** Back to the first steps if it was opened from there; otherwise to the parts, since the others may not be saved yet. */
  async function backWithFlash(parte: Parte, also?: string) {
    const description = `${TITLES[parte]}: ${await describeSaved(parte)}`;
    return redirectWithFlash(readReturnPath(request, PATH), { title: SAVED, description }, also);
  }
}

const PATH = "/admin/configuracion/general";
const SAVED = "Configuración guardada";

/** What the site does with a part that was saved. */
async function describeSaved(parte: Parte): Promise<string> {
  const estudio = await getConfiguracion();
  if ((parte === "estudio" || parte === "horario") && !hasFacts(estudio)) {
    const missing = joinWords(
      [!estudio.direccion && "tu dirección", !estudio.whatsapp && "tu WhatsApp"].filter((fact) => fact !== false),
    );
    return parte === "horario"
      ? `se verá en el sitio cuando pongas ${missing}.`
      : `los cambios ya se ven en el sitio. Te falta poner ${missing}: mientras, Google no lo muestra y nadie ve tu horario.`;
  }
  return "los cambios ya se ven en el sitio.";
}

const ZONE_OPTIONS = Object.entries(ZONAS).map(([value, label]) => ({ value, label }));

export const meta: MetaFunction = () => [{ title: "General · Configuración" }];

type PartForm = ConfiguracionForm & ComidaValues & { parte: string; al_cambiar: string };

/** The form of a part: the last answer is about the part that was sent, or has the values of all of them. */
function usePart(parte: Parte) {
  const { configuracion, comida, partes, constraint } = useLoaderData<typeof loader>();
  const answered = useFormState()?.lastResult;
  const sent = String(answered?.initialValue?.parte);
  const isOfOne = Object.hasOwn(TITLES, sent);
  const isOwn = isOfOne ? sent === parte : parte === "estudio";
  const lastResult = isOwn ? answered : answered && !isOfOne ? { initialValue: answered.initialValue } : null;
  const { comida_de, comida_a } = comida;
  const { updated_at } = partes[parte];
  const defaultValue = { ...configuracion, comida_de, comida_a, parte, updated_at };
  return useForm<PartForm>({ id: `general-${parte}`, lastResult, defaultValue, constraint });
}

export default function General() {
  const { configuracion, comida, isStep } = useLoaderData<typeof loader>();
  const pregunta = useActionData<{ pregunta?: Pregunta | null }>()?.pregunta;
  const [estudioForm, estudio] = usePart("estudio");
  const [horarioForm, horario] = usePart("horario");
  const [redesForm, redes] = usePart("redes");
  const [portadaForm, portada] = usePart("portada");
  return (
    <div className="@container">
      {isStep ? <BackLink to="/admin">Primeros pasos</BackLink> : <BackLink to="/admin/configuracion">Configuración</BackLink>}
      <ScreenHeader title="General">Lo que tu sitio dice de tu estudio. Cada parte se guarda y se publica sola.</ScreenHeader>
      {hasFacts(configuracion) && !isDemo(configuracion) ? null : (
        <p className="mb-3 max-w-3xl rounded-lg border border-line bg-sand px-4 py-2 text-[0.9375rem]">
          {isDemo(configuracion)
            ? "Estos datos son de ejemplo: cámbialos por los tuyos antes de compartir tu sitio."
            : "Tu sitio ya se ve, todavía sin tus datos. Google lo muestra cuando tenga tu dirección y tu WhatsApp."}
        </p>
      )}
      <div className="grid max-w-3xl grid-cols-1 gap-3">
        {[estudioForm, horarioForm, redesForm, portadaForm].map((form) => (
          <ErrorSummary key={form.id} form={form} />
        ))}
        <Part parte="estudio" form={estudioForm}>
          <TextField field={estudio.nombre} label={LABELS.nombre} />
          <div className="grid items-end gap-5 sm:grid-cols-2">
            <TextField
              field={estudio.whatsapp}
              label={LABELS.whatsapp}
              type="tel"
              hint="El que recibe las citas: 10 dígitos; de otro país, con + y su clave."
            />
            <TextField
              field={estudio.telefono}
              label={LABELS.telefono}
              inputMode="tel"
              hint="Si también te llaman. Se lee como lo escribas."
            />
          </div>
          <TextAreaField
            field={estudio.direccion}
            label={LABELS.direccion}
            rows={2}
            hint={exampleOf("direccion", configuracion)}
          />
          <TextField field={estudio.ciudad} label={LABELS.ciudad} />
        </Part>
        <Part parte="horario" form={horarioForm}>
          {configuracion.hasHorario ? null : (
            <p className="rounded-lg border border-line bg-sand px-4 py-2">
              Tu sitio todavía no dice a qué hora abres ni ofrece horas libres. Corrige lo que haga falta y guárdalo.
            </p>
          )}
          <p className="text-soft">Si un día no abres, deja vacías sus dos horas.</p>
          <WeekFields field={horario.horario} from="Abre" to="Cierra">
            <ComidaFields
              fields={horario}
              comida={comida}
              hint="Si todo el estudio para a comer. Si se turnan, pon la de cada quien en su horario."
              list={{ to: "/admin/configuracion/dias-cerrados", name: "Días cerrados" }}
            />
          </WeekFields>
          <SelectField
            field={horario.zona_horaria}
            label={LABELS.zona_horaria}
            options={ZONE_OPTIONS}
            hint="La hora de tu ciudad: con ella se llevan la agenda y los reportes."
          />
          {pregunta ? <RadiosField field={horario.al_cambiar} {...pregunta} /> : null}
          <p className="text-soft">
            Los días festivos y las vacaciones van en{" "}
            <Link className="link inline-block py-2.5" to="/admin/configuracion/dias-cerrados">
              Días cerrados
            </Link>
            .
          </p>
        </Part>
        <Part parte="redes" form={redesForm}>
          <TextField field={redes.instagram_url} label={LABELS.instagram_url} hint="Tu usuario, como @tu.estudio, o el enlace." />
          <TextField field={redes.facebook_url} label={LABELS.facebook_url} hint="Tu usuario o el enlace de tu página." />
          <TextAreaField
            field={redes.mapa_url}
            label={LABELS.mapa_url}
            hint="El enlace de tu estudio en Google Maps. Con el de «Compartir → Insertar un mapa», el mapa se ve dentro de tu sitio."
          />
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

/** A part with its own form, which keeps what was typed in it while another part is saved. Closed it says in a line what it holds. */
function Part({ parte, form, children }: PartProps) {
  const { partes, resumen, abierta } = useLoaderData<typeof loader>();
  const { title, shown, ...saved } = partes[parte];
  const hasAnswer = Boolean(form.errors || Object.keys(form.allErrors).length > 0);
  return (
    <details
      className="group/part rounded-2xl border border-line bg-card"
      open={hasAnswer || abierta === parte}
      onInvalidCapture={({ currentTarget }) => currentTarget.setAttribute("open", "")}
    >
      <summary className="flex min-h-16 cursor-pointer list-none items-center gap-4 px-4 py-3 md:px-8 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 grow">
          <span className="block font-display text-xl">{title}</span>
          <span className="block text-sm wrap-anywhere text-soft group-open/part:hidden">
            {resumen[parte] || "Todavía vacío"}
          </span>
        </span>
        <span className="-rotate-90 text-soft group-open/part:rotate-90">
          <Icon name="back" />
        </span>
      </summary>
      <WriteForm key={shown} id={form.id} preventScrollReset className="border-t border-line p-4 md:p-8">
        <input type="hidden" name="parte" value={parte} />
        <UpdatedAt form={form} saved={saved} />
        <fieldset id={slug(title)} className="grid min-w-0 gap-5">
          <legend className="sr-only">{title}</legend>
          {children}
          <div>
            <SubmitButton>
              Guardar cambios<span className="sr-only"> de {title}</span>
            </SubmitButton>
          </div>
        </fieldset>
      </WriteForm>
    </details>
  );
}
