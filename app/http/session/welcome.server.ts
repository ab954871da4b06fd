import { redirect } from "@remix-run/node";
import { actorOf } from "~/http/actor.server";
import { type Flash, setFlash } from "~/http/flash.server";
import { recordNow } from "~/models/cuentas/bitacora.server";
import { isActiveCuenta } from "~/models/cuentas/cuenta.server";
import { endSession, startSession } from "./current-user.server";
import { rememberBrowser } from "./known-browser.server";
import { pathAfterSignIn } from "./pending-submission.server";

/**
 * Signs a browser in to an account, whose known browser it is from now on if the account is active. Gives the 303 to its pending
 * form, to the screen that the request's `?de=` names, or to /admin, with a flash message.
 */
export async function welcome(request: Request, cuenta: { id: string; email: string }, flash: Flash): Promise<Response> {
  const { path, setCookie } = await pathAfterSignIn(request, cuenta.id);
  await endSession(request);
  await recordNow({ ...actorOf(request), cuenta_id: cuenta.id }, { accion: "entrada" });
  const headers = new Headers({ "Set-Cookie": await startSession(cuenta.id, request) });
  // A waiting account must not pass the line of unknown browsers (server/guards/spread-sign-ins.ts).
  if (await isActiveCuenta(cuenta.email)) headers.append("Set-Cookie", await rememberBrowser(request, cuenta.email));
  headers.append("Set-Cookie", await setFlash(flash));
  if (setCookie) headers.append("Set-Cookie", setCookie);
  return redirect(path, { status: 303, headers });
}
