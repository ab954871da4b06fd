import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "~/env.server";
import { hasCuentas } from "~/models/cuentas/cuenta.server";

/** How new accounts come in: at once, after the owner's approval, or not at all. */
export function signUpMode(): "open" | "approval" | "closed" {
  return env().SIGNUP;
}

/** Whether the next sign-up must bring the code that the server printed: the first one, on a public address. */
export async function needsSetupCode(): Promise<boolean> {
  return (env().PUBLIC_URL ?? "").startsWith("https:") && !(await hasCuentas());
}

/** Whether this is the code that the server printed; takes as long for any wrong one. */
export function isSetupCode(code: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const { SETUP_CODE } = env();
  return SETUP_CODE !== undefined && timingSafeEqual(digest(code), digest(SETUP_CODE));
}
