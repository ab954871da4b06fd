import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { credentialsSchema, findByCredentials } from "~/models/cuentas/cuenta.server";

type Account = Awaited<ReturnType<typeof findByCredentials>>;

/** `authenticate("form", request)` gives the account with the form's e-mail and password, or null. */
export const authenticator = new Authenticator<Account>();

authenticator.use(
  new FormStrategy(async ({ form }) => {
    const credentials = credentialsSchema.safeParse({ email: form.get("email"), password: form.get("password") });
    return credentials.success ? findByCredentials(credentials.data) : null;
  }),
  "form",
);
