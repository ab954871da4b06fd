import { timingSafeEqual } from "node:crypto";
import { sha256 } from "~/database/digest.server";
import { env } from "~/env.server";
import { hasCuentas } from "~/models/cuentas/cuenta.server";

/** What happens to new accounts (`SIGNUP`): active at once, after the owner's approval, or not allowed. */
export function signUpMode(): "open" | "approval" | "closed" {
  return env().SIGNUP;
}

/** What a sign-up is told while it is `closed`. */
export const SIGN_UP_CLOSED = "Por ahora no se pueden crear cuentas. Pídele acceso a la propietaria.";

/** Whether the next sign-up needs the setup code that the server printed: the first account with an `https` PUBLIC_URL. */
export async function needsSetupCode(): Promise<boolean> {
  return (env().PUBLIC_URL ?? "").startsWith("https:") && !(await hasCuentas());
}

/** Whether this is the setup code, compared in constant time. */
export function isSetupCode(code: string): boolean {
  const digest = (text: string) => Buffer.from(sha256(text));
  const { SETUP_CODE } = env();
  return SETUP_CODE !== undefined && timingSafeEqual(digest(code), digest(SETUP_CODE));
}
