import { type ActionFunctionArgs, type HeadersFunction, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation, useOutletContext } from "@remix-run/react";
import { WriteForm } from "~/components/form";
import { PublicIcon } from "~/components/public/public-icon";
import { isOk } from "~/database/idempotency.server";
import { mapSearchUrl } from "~/format/links";
import { newToken, readForm, textOf } from "~/http/form/form.server";
import type { Site } from "~/http/public-page.server";
import { readChoice } from "~/http/search-params.server";
import { cancelByEnlace, cancelLimit, confirmByEnlace, limitHours, moveLimit } from "~/models/citas/enlace.server";
import { ClosedLink, StudioLink } from "./closed-link";
import { enlaceMeta } from "./head";
import { describeLimit, refuse } from "./refusal.server";
import { closedLink, describeVisita, readVisita } from "./visit.server";

/** The page of a link. Opening it changes nothing, because messengers open links to preview them. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { enlace, estudio } = await readVisita(request, params.secreto);
  if (enlace.outcome !== "open") return closedLink(enlace);
  const { visita, moves } = enlace;
  const [{ fecha_hora }] = visita;
  const { politica, zona_horaria } = estudio;
  const cita_horas = limitHours(estudio.cita_horas, visita);
  const limits = { move: moveLimit(cita_horas, fecha_hora, moves), cancel: cancelLimit(cita_horas, fecha_hora) };
  const limit = limits.move ?? limits.cancel;
  return json({
    closed: null,
    visita: describeVisita(enlace, zona_horaria),
    mayMove: limits.move === null,
    mayCancel: limits.cancel === null,
    limit: limit && describeLimit(limit, estudio),
    // Whether she pressed "Cancelar mi cita", which asks first.
    isAsking: readChoice(request, "cancelar", ["si"]) === "si",
    politica,
    token: newToken(),
  });
}

/** Confirms or cancels the visit that the form showed. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { values, key } = await readForm(request);
  const { enlace, estudio } = await readVisita(request, params.secreto);
  const { pathname } = new URL(request.url);
  // The page says what became of it.
  if (enlace.outcome !== "open") return redirect(pathname, 303);
  const visto = textOf(values, "visto");
  const intent = values.get("intent");
  if (intent !== "confirm" && intent !== "cancel") throw new Response(null, { status: 400 });
  const done =
    intent === "confirm"
      ? await confirmByEnlace(enlace, visto, key)
      : await cancelByEnlace(enlace, visto, estudio.cita_horas, key);
  return isOk(done) || done.outcome === "over" ? redirect(pathname, 303) : refuse(done.outcome, estudio);
}

export const meta = enlaceMeta;

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function Appointment() {
  const data = useLoaderData<typeof loader>();
  const { estudio } = useOutletContext<Site>();
  const sentence = useActionData<typeof action>()?.sentence;
  const { pathname } = useLocation();
  if (data.closed !== null) return <ClosedLink reason={data.closed} estudio={estudio} />;
  const { visita, mayMove, mayCancel, limit, isAsking, politica } = data;
  const { dia, hora, said, isPorAceptar, isConfirmed, servicios, visto } = visita;
  const whatItIs = isPorAceptar ? "solicitud" : "cita";
  const question = isAsking && mayCancel && !sentence;
  const more = (
    <>
      {isPorAceptar ? null : (
        <a className="button button-quiet" href={`${pathname}/cita.ics`}>
          <PublicIcon name="citas" />
          Agregar a mi calendario
        </a>
      )}
      {mayMove ? (
        <a className="button button-quiet" href={`${pathname}/cambiar`}>
          Necesito cambiarla
        </a>
      ) : null}
      {mayCancel ? (
        <a className="button button-quiet" href="?cancelar=si">
          {`Cancelar mi ${whatItIs}`}
        </a>
      ) : null}
      <StudioLink estudio={estudio} message={`Hola, ${estudio.nombre}. Te escribo por mi cita del ${said}`} />
    </>
  );
  return (
    <main id="contenido" className="wrap page">
      <article className="detail">
        <div className="title">
          {sentence ? (
            <p className="lead" role="alert">
              {sentence}
            </p>
          ) : null}
          <p className="kicker">{question ? `¿Cancelas tu ${whatItIs}?` : isPorAceptar ? "Recibimos tu solicitud" : "Tu cita"}</p>
          <h1>{dia}</h1>
          <p className="figures">
            <b>{hora}</b>
            <span className="badge" role="status">
              {isPorAceptar
                ? "Te confirmamos por WhatsApp"
                : isConfirmed
                  ? "Confirmada. ¡Te esperamos!"
                  : "Falta que la confirmes"}
            </span>
          </p>
        </div>
        <div>
          <section className="description" aria-labelledby="servicios">
            <h2 id="servicios">{servicios.length > 1 ? "Tus servicios" : "Tu servicio"}</h2>
            <ul>
              {servicios.map(({ id, hora, nombre, con }) => (
                <li key={id}>{`${servicios.length > 1 ? `${hora} · ` : ""}${nombre}${con ? ` con ${con}` : ""}`}</li>
              ))}
            </ul>
          </section>
          {question ? (
            <>
              {politica ? <p className="description">{politica}</p> : null}
              <p>Si la cancelas, tu lugar queda libre para alguien más.</p>
              <WriteForm className="actions">
                <input type="hidden" name="visto" value={visto} />
                <button type="submit" name="intent" value="cancel" className="button button-bad">
                  Sí, cancelar mi {whatItIs}
                </button>
                <a className="button button-quiet" href={pathname}>
                  No, la conservo
                </a>
              </WriteForm>
            </>
          ) : (
            <>
              {isConfirmed || isPorAceptar ? (
                <div className="actions">{more}</div>
              ) : (
                <WriteForm className="actions">
                  <input type="hidden" name="visto" value={visto} />
                  <button type="submit" name="intent" value="confirm" className="button">
                    <PublicIcon name="check" />
                    Confirmo que voy
                  </button>
                  {more}
                </WriteForm>
              )}
              {limit ? <p>{limit}</p> : null}
              {estudio.direccion ? (
                <>
                  <section aria-labelledby="direccion">
                    <h2 id="direccion">Dónde estamos</h2>
                    <address>{estudio.direccion}</address>
                  </section>
                  <p className="actions">
                    <a className="button button-quiet" href={mapSearchUrl(estudio)}>
                      <PublicIcon name="place" />
                      Cómo llegar
                    </a>
                  </p>
                </>
              ) : null}
            </>
          )}
        </div>
      </article>
    </main>
  );
}
