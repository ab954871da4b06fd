import { parseWithZod } from "@conform-to/zod/v4";
import { redirect } from "@remix-run/node";
import { WEAK_PASSWORD } from "~/content/weak-password";
import { DatabaseUnavailable, type IdempotencyKey, isOk } from "~/database/idempotency.server";
import { invalid, tooManyRequests, writeFailed } from "~/http/replies.server";
import { authPath } from "~/http/return-path.server";
import { authenticator } from "~/http/session/authenticator.server";
import { isSetupCode, needsSetupCode, SIGN_UP_CLOSED, signUpMode } from "~/http/session/sign-up.server";
import { welcome } from "~/http/session/welcome.server";
import { createCuenta, signUpSchema } from "~/models/cuentas/cuenta.server";
import { countSignUp, countTry, uncountSignUp } from "~/models/cuentas/sign-in-throttle.server";
import { findWeakness } from "~/models/cuentas/weak-password.server";

const NOT_CREATED = "No se pudo crear la cuenta. Espera un momento y vuelve a intentarlo.";

/** What a sign-up says when the database was unavailable. */
export function sentenceOf(error: unknown): string {
  return error instanceof DatabaseUnavailable && error.isUnknown
    ? "No sabemos si se alcanzó a crear tu cuenta. Espera un momento y vuelve a intentarlo: no se crea dos veces."
    : NOT_CREATED;
}

/**
 * Creates an account and signs in to it. An account that has to be approved gets no session, and an e-mail that has an account
 * the same answer. Throws LineFull.
 */
export async function signUp(request: Request, values: FormData, key: IdempotencyKey, address: string) {
  const submission = parseWithZod(values, { schema: signUpSchema });
  if (submission.status !== "success") return invalid(submission);
  const { email, password, codigo = "" } = submission.value;
  const mode = signUpMode();
  if (mode === "closed") return invalid(submission, { formErrors: [SIGN_UP_CLOSED] }, 403);

  if ((await needsSetupCode()) && !isSetupCode(codigo)) {
    const { wait } = await countTry({ address });
    if (wait > 0) return tooManyRequests(submission, wait);
    return invalid(submission, {
      fieldErrors: { codigo: ["Ese no es el código de instalación. Pídeselo a quien instaló el sitio."] },
    });
  }
  const weakness = await findWeakness(password, email);
  if (weakness) return invalid(submission, { fieldErrors: { password: [WEAK_PASSWORD[weakness]] } });
  const wait = await countSignUp(address);
  if (wait > 0) return tooManyRequests(submission, wait);
  const created = await createCuenta(submission.value, mode === "open" ? "activa" : "pendiente", key);
  if (created.outcome === "missing_key") return writeFailed(submission, created.outcome);
  if (created.outcome === "email_taken") {
    const { wait } = await countTry({ address });
    if (wait > 0) return tooManyRequests(submission, wait);
    return invalid(submission, { fieldErrors: { email: ["Ya existe una cuenta con ese correo. Inicia sesión o usa otro."] } });
  }
  if (created.outcome === "reused") return sentBefore(submission);
  if (!isOk(created)) return invalid(submission, { formErrors: [NOT_CREATED] }, 503);
  if (created.outcome === "repeated") await uncountSignUp(address);
  const { id, isActive } = created.result;
  if (id === null || !isActive) {
    return redirect(authPath(request, { solicitud: "enviada" }), 303);
  }
  // A repeated submission also signs in, but only with the password of the account that it created.
  const isSame = created.outcome === "written" || (await authenticator.authenticate("form", request.clone())) !== null;
  if (!isSame) return sentBefore(submission);
  return welcome(request, { id, email }, { title: "Cuenta creada", description: "Tu cuenta ha sido creada exitosamente." });
}

function sentBefore(submission: Parameters<typeof invalid>[0]) {
  const sentence = "Este formulario ya se había enviado con otros datos. Revísalos y envíalo otra vez.";
  return invalid(submission, { formErrors: [sentence] }, 409);
}
