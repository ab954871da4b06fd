import { createHash } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { writeIcs } from "~/format/ics.server";
import { logError } from "~/log.server";
import { getCalendario } from "~/models/citas/calendario.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";

/**
 * A specialist's appointments as a calendar feed. Its secret URL is the only authorization, so it contains little. Errors are caught
 * here, because a calendar program cannot show a page.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  try {
    return await answer(request, params.archivo ?? "");
  } catch (error) {
    logError("calendario", error);
    return plain("El calendario no se pudo leer. Vuelve a intentarlo más tarde.", 503);
  }
}

async function answer(request: Request, file: string): Promise<Response> {
  const secret = /^([\w-]{43})\.ics$/.exec(file)?.[1];
  const calendario = secret === undefined ? null : await getCalendario(secret);
  if (!calendario) return plain("No hay nada en esta dirección.", 404);
  const { nombre } = await getConfiguracion();
  const text = writeIcs(`${nombre} · ${calendario.specialist}`, [
    ...calendario.citas.map(({ id, fecha_hora, fin, updated_at, estado, por_aceptar, cliente, servicio }) => ({
      id,
      start: fecha_hora,
      end: fin,
      changed: updated_at,
      summary: `${por_aceptar ? "Por aceptar: " : ""}${cliente} · ${servicio}`,
      isCertain: estado !== "programada",
    })),
    // Without their reason, which only the team reads.
    ...calendario.pausas.map((pausa) => ({ ...pausa, summary: "No disponible", isCertain: true })),
  ]);
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  if (request.headers.get("If-None-Match")?.replace(/^W\//, "") === etag) {
    return new Response(null, { status: 304, headers: { ETag: etag } });
  }
  return new Response(text, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'inline; filename="citas.ics"',
      ETag: etag,
    },
  });
}

function plain(sentence: string, status: number): Response {
  return new Response(`${sentence}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
