import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { credentialsSchema, findByCredentials } from "~/models/cuentas/cuenta.server";
import { knownBrowser } from "./known-browser.server";

type Account = Awaited<ReturnType<typeof findByCredentials>>;

/** `authenticate("form", request)` gives the account with the form's e-mail and password, or null. Throws LineFull. */
export const authenticator = new Authenticator<Account>();

authenticator.use(
  new FormStrategy(async ({ form, request }) => {
    const credentials = credentialsSchema.safeParse({ email: form.get("email"), password: form.get("password") });
    if (!credentials.success) return null;
    return findByCredentials(credentials.data, (await knownBrowser(request, credentials.data.email)) !== null);
  }),
  "form",
);
