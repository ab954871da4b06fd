import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { BackLink, EmptyState, FixPhone, ListScreen, NewLink, Pagination, RecordActions, WhatsappLink } from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { Link } from "~/components/link";
import { LOAD_ERRORS } from "~/content/load-errors";
import { calendarDay, clock, isId } from "~/database/fields.server";
import { formatDays, studioDay } from "~/format/dates";
import { ESPERA, whatsappUrl } from "~/format/links";
import { dialable } from "~/format/phone";
import { capitalize, fullName, plural } from "~/format/text";
import { studioClock, studioMoment } from "~/format/zone.server";
import { describeHueco } from "~/http/freed-places.server";
import { or503, requireUser } from "~/http/guards.server";
import { readList } from "~/http/search-params.server";
import { PAGE_SIZE } from "~/limits";
import { type Espera, listEsperas, listEsperasById } from "~/models/citas/espera.server";
import { findHueco, type Hueco } from "~/models/citas/hueco.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";
import { fillTemplate, getPlantilla } from "~/models/estudio/plantilla.server";
import { CON_QUIEN_ESTE_LIBRE, CUALQUIER_SERVICIO } from "./espera-fields";

/** Who waits: all of them, or, with the hour and the specialist of a freed place in the URL, whom that place suits. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  // Also behind an editor, which goes back to it.
  const here = ESPERA + new URL(request.url).search;
  const estudio = await getConfiguracion();
  const zona = estudio.zona_horaria;
  const hoy = studioDay(new Date(), zona);
  const asked = readHueco(request, zona);
  const { pagina } = readList(request);
  const message = LOAD_ERRORS["citas/espera"];
  const hueco = asked && (await or503(findHueco(asked.con, asked.desde), message));
  const [list, plantilla] = await Promise.all([
    or503(asked ? readFits(hueco) : listEsperas(hoy, pagina), message),
    hueco ? or503(getPlantilla("espera"), message) : null,
  ]);
  return {
    hueco: hueco && capitalize(describeHueco(hueco, zona)),
    isAsked: asked !== null,
    total: list.total,
    pagina,
    last: Math.max(1, Math.ceil(list.total / PAGE_SIZE)),
    esperas: list.esperas.map((espera) => ({
      ...describeEspera(espera),
      agendar: bookingPath(espera, hueco, { hoy, zona, back: here }),
      whatsapp: writeUrl(espera, hueco && plantilla ? fillIn(plantilla.texto, espera, hueco) : undefined),
    })),
  };

  function fillIn(texto: string, { cliente, servicio }: Espera, { desde }: Hueco): string {
    const who = { cliente: cliente.nombre, servicio: servicio?.nombre ?? null };
    // She has no appointment yet, and no link to it.
    return fillTemplate(texto, { ...who, fecha_hora: desde, enlace: null, estudio });
  }
}

async function readFits(hueco: Hueco | null) {
  const esperas = hueco ? await listEsperasById(hueco.esperas) : [];
  return { esperas, total: esperas.length };
}

/** The freed place that the URL names, or null. */
function readHueco(request: Request, zona: string): { con: string; desde: Date } | null {
  const { dia, hora, con } = Object.fromEntries(new URL(request.url).searchParams);
  const isHour = calendarDay().safeParse(dia).success && clock().safeParse(hora).success;
  return isHour && isId(con) ? { con, desde: studioMoment(dia ?? "", hora ?? "", zona) } : null;
}

function describeEspera({ id, cliente, servicio, empleado, desde, hasta, nota }: Espera) {
  return {
    ...{ id, nota, cliente: { id: cliente.id, nombre: cliente.nombre, telefono: cliente.telefono !== null } },
    que: `${servicio?.nombre ?? CUALQUIER_SERVICIO} · ${empleado ? `con ${fullName(empleado)}` : CON_QUIEN_ESTE_LIBRE.toLowerCase()}`,
    dias: `${desde === hasta ? "El" : "Del"} ${formatDays(desde, hasta)}`,
  };
}

type Here = { hoy: string; zona: string; back: string };

/** The booking form with what she waits for, at the hour and with the specialist of the freed place if there is one. */
function bookingPath(espera: Espera, hueco: Hueco | null, { hoy, zona, back }: Here): string {
  const place = hueco
    ? { empleado_id: hueco.con.id, fecha: studioDay(hueco.desde, zona), hora: studioClock(hueco.desde, zona) }
    : { empleado_id: espera.empleado_id, fecha: espera.desde > hoy ? espera.desde : hoy };
  const known = { cliente_id: espera.cliente_id, servicio_id: espera.servicio?.activo ? espera.servicio_id : null, ...place };
  const given = Object.entries({ ...known, de: back }).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return `/admin/citas/nueva?${new URLSearchParams(given)}`;
}

/** The URL that opens WhatsApp with her, and with a message if there is one; null without her number. */
function writeUrl({ cliente }: Espera, texto?: string): string | null {
  const number = dialable(cliente.telefono);
  return number === null ? null : whatsappUrl(number.slice(1), texto);
}

export const meta: MetaFunction = () => [{ title: "En espera" }];

export default function EnEspera() {
  const { hueco, isAsked, total, esperas, pagina, last } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      title="En espera"
      subtitle={hueco ? <Freed hueco={hueco} total={total} /> : total > 0 ? plural(total, "clienta", "clientas") : null}
      back={<BackLink to={isAsked ? "/admin/citas/espera" : "/admin/citas"}>{isAsked ? "En espera" : "Citas"}</BackLink>}
      action={<NewLink to="nueva">Anotar</NewLink>}
    >
      {esperas.length === 0 ? (
        <EmptyState title={isAsked ? "Nadie espera ese horario" : "Nadie está en espera"}>
          <p className="text-balance text-soft">
            {isAsked
              ? "Quizá ya se ocupó, o quien lo esperaba ya tiene su cita."
              : "Cuando a una clienta no le quede ningún horario, anótala al agendar. Te decimos en cuanto se libere uno que le quede."}
          </p>
          {isAsked ? (
            <Link to="/admin/citas/espera" className="link py-2.5">
              Ver la lista de espera
            </Link>
          ) : (
            // The button of the header is hidden beside an empty list.
            <NewLink to="nueva">Anotar a una clienta</NewLink>
          )}
        </EmptyState>
      ) : (
        <ul className="records">
          {esperas.map((espera) => (
            <EsperaCard key={espera.id} espera={espera} isFreed={hueco !== null} />
          ))}
        </ul>
      )}
      <Pagination page={pagina} last={last} />
    </ListScreen>
  );
}

/** Which place is free, and how many wait for it. */
function Freed({ hueco, total }: { hueco: string; total: number }) {
  return (
    <>
      {hueco}
      <span className="block">{total === 1 ? "1 clienta espera" : `${total} clientas esperan`} este horario</span>
    </>
  );
}

type EsperaShown = SerializeFrom<typeof loader>["esperas"][number];

function EsperaCard({ espera, isFreed }: { espera: EsperaShown; isFreed: boolean }) {
  const { pathname, search } = useLocation();
  const { id, cliente, que, dias, nota, agendar, whatsapp } = espera;
  const here = `${pathname}${search}`;
  return (
    <li className="card">
      <h2 className="text-xl wrap-anywhere">
        <Link
          to={`/admin/clientes/${cliente.id}/ficha?de=${encodeURIComponent(here)}`}
          className="link -my-2.5 inline-block py-2.5"
        >
          {cliente.nombre}
        </Link>
      </h2>
      <p className="wrap-anywhere">
        {que}
        <span className="block text-soft">{dias}</span>
      </p>
      {nota ? <p className="text-sm wrap-anywhere whitespace-pre-line">{nota}</p> : null}
      <div className="mt-auto flex flex-wrap items-center gap-2">
        {whatsapp ? (
          <WhatsappLink url={whatsapp} about={` a ${cliente.nombre} por WhatsApp`} isMain={isFreed}>
            {isFreed ? "Avisar" : "Escribirle"}
          </WhatsappLink>
        ) : (
          <FixPhone cliente={cliente} hasPhone={cliente.telefono} back={here} />
        )}
        <Link to={agendar} className="button button-quiet">
          Agendar<span className="sr-only"> a {cliente.nombre}</span>
        </Link>
      </div>
      <RecordActions
        path={`/admin/citas/espera/${id}`}
        recordName={`la espera de ${cliente.nombre}`}
        question={DELETE_QUESTIONS.espera(cliente.nombre)}
        remove="Quitar"
      />
    </li>
  );
}
