/** One promise of the program, a change of the code that breaks it, and the test file that must then fail. */
export type Mutant = {
  /** The promise, as a sentence. */
  name: string;
  file: string;
  /** A piece of the file that occurs once. */
  before: string;
  after: string;
  /** Not a test that starts `build/server.js`: only the application is built again. */
  test: string;
};

export const MUTANTS: Mutant[] = [
  {
    name: "a search ignores accents",
    file: "app/database/search.server.ts",
    before: "await fold(searchText(q))",
    after: "searchText(q)",
    test: "tests/routes/admin/proveedores/proveedores.test.ts",
  },
  {
    name: "`1234.5` pesos are 50 cents, not 5",
    file: "app/database/fields.server.ts",
    before: "cents.padEnd(",
    after: "cents.padStart(",
    test: "tests/database/fields.test.ts",
  },
  {
    name: "an amount is shown to the cent, without floating point",
    file: "app/format/numbers.ts",
    before: "pesos.format(amount as Intl.StringNumericLiteral)",
    after: "pesos.format(Number(amount))",
    test: "tests/format/money.test.ts",
  },
  {
    name: "a day is a day of the studio, not of the server",
    file: "app/format/dates.ts",
    before: "{ ...options, timeZone: zone }",
    after: "options",
    test: "tests/format/dates.test.ts",
  },
  {
    name: "the message of an error, which quotes personal data, is not logged",
    file: "app/log.server.ts",
    before: "(error as Error & { code?: string })",
    after: "{ name: error.message, code: undefined, stack: error.stack }",
    test: "tests/format/log.test.ts",
  },
  {
    name: "the message of an error is not logged as a part of its stack",
    file: "app/log.server.ts",
    before: "/^\\s+at /.test(line)",
    after: 'line !== ""',
    test: "tests/format/log.test.ts",
  },

  // Who may see and do what.
  {
    name: "no page of the back-office opens without an account",
    file: "app/routes/admin/testimonios/list.tsx",
    before: 'await requireUser(request, "catalogo");',
    after: "",
    test: "tests/http/strangers.test.ts",
  },
  {
    name: "nothing in the back-office changes without an account",
    file: "app/routes/admin/testimonios/delete.tsx",
    before: 'const user = await requireUser(request, "catalogo");',
    after: 'const user = { id: "11111111-1111-4111-8111-111111111111" };',
    test: "tests/http/strangers.test.ts",
  },
  {
    name: "an account may do only what the owner lets it do",
    file: "app/models/cuentas/permiso.server.ts",
    before: '"propietaria" && permisos.includes(right)',
    after: '"propietaria"',
    test: "tests/http/rights.test.ts",
  },
  {
    name: "the screens of the owner are closed to staff",
    file: "app/models/cuentas/permiso.server.ts",
    before: 'right !== "propietaria" &&',
    after: 'right === "propietaria" ||',
    test: "tests/routes/account/sign-up-approval.test.ts",
  },
  {
    name: "an alert is not sent to an account that may not see it",
    file: "app/models/clientes/salud.server.ts",
    before: 'if (can(user, "salud")) return Prisma.sql',
    after: "if (user) return Prisma.sql",
    test: "tests/http/alerta.test.ts",
  },
  {
    name: "what somebody deleted is brought back by her or the owner alone",
    file: "app/http/recoverable.server.ts",
    before: "cuenta_id === user.id &&",
    after: 'cuenta_id !== "" &&',
    test: "tests/routes/admin/papelera/papelera.test.ts",
  },
  {
    name: "a pending submission is given only to the account that sent it",
    file: "app/models/cuentas/envio.server.ts",
    before: "where: { id, cuenta_id }",
    after: "where: { id }",
    test: "tests/http/pendientes-storage.test.ts",
  },
  {
    name: "a link never leads out of the back-office",
    file: "app/http/return-path.server.ts",
    before: "const { origin, pathname, search }",
    after: "if (de) return de;\n  const { origin, pathname, search }",
    test: "tests/http/return-path.test.ts",
  },

  // Signing in.
  {
    name: "a session that was not used for twelve hours is over",
    file: "app/models/cuentas/sesion.server.ts",
    before: "ago(SESSION_IDLE_MS)",
    after: "ago(SESSION_MAX_AGE_MS)",
    test: "tests/routes/account/sessions.test.ts",
  },
  {
    name: "signing out ends the session on the server, not only in the browser",
    file: "app/http/session/current-user.server.ts",
    before: "await deleteSesion(secret)",
    after: "await null",
    test: "tests/routes/account/sessions.test.ts",
  },
  {
    name: "no script can read the session cookie",
    file: "app/http/session/cookies.server.ts",
    before: "httpOnly: true",
    after: "httpOnly: false",
    test: "tests/routes/account/sign-in.test.ts",
  },
  {
    name: "the eleventh sign-in attempt in three minutes waits",
    file: "app/models/cuentas/sign-in-throttle.server.ts",
    before: "row.tries > max",
    after: "row.tries > max + 1",
    test: "tests/models/cuentas/sign-in-throttle.test.ts",
  },
  {
    name: "guesses from elsewhere never keep the owner out of her own browser",
    file: "app/routes/account/sign-in.tsx",
    before: ": { browser };",
    after: ": { address, email };",
    test: "tests/routes/account/known-browser.test.ts",
  },
  {
    name: "right passwords are counted too",
    file: "app/models/cuentas/sign-in-throttle.server.ts",
    before: "MAX_SIGN_INS_PER_BROWSER)]",
    after: "1_000)]",
    test: "tests/models/cuentas/sign-in-throttle.test.ts",
  },
  {
    name: "a browser is known for a year",
    file: "app/http/session/known-browser.server.ts",
    before: "entries.filter(({ hasta }) => hasta > Date.now())",
    after: "entries",
    test: "tests/routes/account/known-browser.test.ts",
  },
  {
    name: "no link of the former owner's works after the studio was handed over",
    file: "app/models/cuentas/cuenta-permisos.server.ts",
    before: "await transaction.enlaceAcceso.deleteMany();",
    after: "",
    test: "tests/routes/admin/configuracion/permisos.test.ts",
  },
  {
    name: "guesses of the password on an open session are limited",
    file: "app/routes/admin/configuracion/security/hand-over.tsx",
    before: "const wait = await countTry({ session });",
    after: "const wait = 0 * (await countTry({ session }));",
    test: "tests/routes/admin/configuracion/permisos.test.ts",
  },
  {
    name: "saving the rights of a deactivated account does not let it in again",
    file: "app/models/cuentas/cuenta-permisos.server.ts",
    before: 'before.estado === "pendiente"',
    after: 'before.estado !== "activa"',
    test: "tests/routes/admin/configuracion/permisos.test.ts",
  },
  {
    name: "an unknown e-mail costs one password check, as a wrong password does",
    file: "app/models/cuentas/cuenta.server.ts",
    before: "const isRight =",
    after: "if (!cuenta) return null;\n  const isRight =",
    test: "tests/models/cuentas/credentials.test.ts",
  },
  {
    name: "a sign-up that waits for its approval does not tell which e-mails have accounts",
    file: "app/models/cuentas/cuenta.server.ts",
    before: "!row && isActive",
    after: "!row",
    test: "tests/routes/account/sign-up-approval.test.ts",
  },
  {
    name: "a pending submission contains no password",
    file: "app/http/session/pending-submission.server.ts",
    before: "!isSecret(name)",
    after: 'name !== "token"',
    test: "tests/http/pendientes-storage.test.ts",
  },

  // What clients confided.
  {
    name: "health notes and pending submissions are stored encrypted",
    file: "app/database/encryption.server.ts",
    before: "const iv = randomBytes(",
    after: 'if (text !== "") return text;\n  const iv = randomBytes(',
    test: "tests/database/encryption.test.ts",
  },
  {
    name: "the CSV file of clients has no health notes",
    file: "app/models/clientes/cliente.server.ts",
    before: "estado_civil, servicio, (created_at",
    after: "estado_civil, medicina, (created_at",
    test: "tests/routes/admin/clientes/importar.test.ts",
  },
  {
    name: "a text in a CSV file is never run as a formula",
    file: "app/http/transfer/csv-download.server.ts",
    before: "escape_formulas: true",
    after: "escape_formulas: false",
    test: "tests/routes/admin/ingresos/ingresos.test.ts",
  },

  // Writes.
  {
    name: "opening the question deletes nothing",
    file: "app/routes/admin/proveedores/delete.tsx",
    before: "return { question: DELETE_QUESTIONS.proveedor(",
    after:
      'await setProveedorActivo(params.id, false, { id: crypto.randomUUID(), digest: "" });\n  return { question: DELETE_QUESTIONS.proveedor(',
    test: "tests/routes/admin/proveedores/proveedores.test.ts",
  },
  {
    name: "an edit of a record that somebody else changed meanwhile overwrites nothing",
    file: "app/models/inventario/proveedor.server.ts",
    before: "where: { id, updated_at: asMoment(seen) }",
    after: "where: { id }",
    test: "tests/routes/admin/proveedores/proveedores.test.ts",
  },
  {
    name: "a stale edit keeps what the other person changed in other fields",
    file: "app/http/form/merge-edits.ts",
    before: "taken.push(...differing)",
    after: "taken.push()",
    test: "tests/http/stale-edit.test.ts",
  },
  {
    name: "a form sent twice is written once",
    file: "app/database/idempotency.server.ts",
    before: "inserted === 0",
    after: "inserted < 0",
    test: "tests/database/idempotency.test.ts",
  },
  {
    name: "a form sent again with other values is not answered as if it had been saved",
    file: "app/database/idempotency.server.ts",
    before: "used.digest === key.digest",
    after: 'used.digest !== ""',
    test: "tests/database/idempotency.test.ts",
  },
  {
    name: "two appointments of a specialist at the same time are a conflict and not a failure",
    file: "app/database/idempotency.server.ts",
    before: '"23P01"',
    after: '"23505"',
    test: "tests/database/idempotency.test.ts",
  },
  {
    name: "stock does not go below zero",
    file: "app/models/inventario/movimiento.server.ts",
    before: "{ gte: -change }",
    after: "{ gte: 0 }",
    test: "tests/routes/admin/inventario/movements.test.ts",
  },
  {
    name: "the ledger adds up to the income and expenses after an edit",
    file: "app/models/dinero/asiento.server.ts",
    before: "before.monto.negated()",
    after: "before.monto",
    test: "tests/models/dinero/cuadre.test.ts",
  },
  {
    name: "an advance payment that its appointment was charged with is not given back",
    file: "app/models/citas/pago.server.ts",
    before: 'if (cita.estado === "completada") throw new WriteRejection("completada");',
    after: "",
    test: "tests/models/citas/reabrir.test.ts",
  },
  {
    name: "the record of who did what has every changed income",
    file: "prisma/migrations/20261123010000_bitacora/migration.sql",
    before: "metodo_pago, descripcion', 'true', 'ingreso, monto'",
    after: "metodo_pago, descripcion', 'false', 'ingreso, monto'",
    test: "tests/database/bitacora.test.ts",
  },

  // Pictures.
  {
    name: "an SVG, which can run scripts, is not accepted as a picture",
    file: "app/media/encoding.ts",
    before: "/^(\\xff\\xd8\\xff|",
    after: "/^(<svg|\\xff\\xd8\\xff|",
    test: "tests/routes/admin/configuracion/apariencia.test.ts",
  },
  {
    name: "a photograph is stored upright",
    file: "app/media/encoding.ts",
    before: ".rotate(angle)",
    after: "",
    test: "tests/http/malicious-input.test.ts",
  },

  // The server in front of the application.
  {
    name: "a saved change is on the public page at the next request",
    file: "server/page-cache/cached-page.ts",
    before: "publica === revisions.publica &&",
    after: "",
    test: "tests/server/page-cache/page-cache.test.ts",
  },
  {
    name: "no proxy and no browser stores a page of the back-office",
    file: "server/security-headers.ts",
    before: 'own && !isPrivatePath(path) ? own : "no-store"',
    after: 'own ?? (isPrivatePath(path) ? "private" : "no-store")',
    test: "tests/server/security-headers.test.ts",
  },
  {
    name: "no script runs on a public page",
    file: "server/content-security-policy.ts",
    before: `"script-src": "'none'"`,
    after: `"script-src": "'self'"`,
    test: "tests/server/security-headers.test.ts",
  },
  {
    name: "a form sent by another site changes nothing",
    file: "server/guards/cross-site-writes.ts",
    before: 'return site === "same-origin" ||',
    after: 'return site === "same-origin" || site === "cross-site" ||',
    test: "tests/server/guards.test.ts",
  },
  {
    name: "a form larger than the limit is rejected before it is read",
    file: "server/guards/body-limit.ts",
    before: "?? MAX_BODY_BYTES)",
    after: "?? MAX_BODY_BYTES * 8)",
    test: "tests/server/guards.test.ts",
  },
  {
    name: "the program is no superuser of the embedded database",
    file: "server/postgres/roles.ts",
    before: "LOGIN NOSUPERUSER",
    after: "LOGIN SUPERUSER",
    test: "tests/server/postgres/roles.test.ts",
  },
  {
    name: "the superuser runs no function that the program's role made",
    file: "server/postgres/roles.ts",
    before: "?options=-csearch_path%3Dpg_catalog",
    after: "",
    test: "tests/server/postgres/roles.test.ts",
  },
  {
    name: "the tables of an older folder become the program's",
    file: "server/postgres/roles.ts",
    before: "LOOP EXECUTE command;",
    after: "LOOP NULL;",
    test: "tests/server/postgres/roles.test.ts",
  },
  {
    name: "a request for a host that we do not serve gets 421",
    file: "server/guards/known-host.ts",
    before: "config.allowedHosts.has(name)",
    after: 'name !== ""',
    test: "tests/server/guards.test.ts",
  },
  {
    name: "a client does not choose the address it is counted for",
    file: "server/express-app.ts",
    before: 'request.headers["x-client-address"] = ',
    after: 'request.headers["x-client-address"] ??= ',
    test: "tests/server/guards.test.ts",
  },
  {
    name: "a request with a body is not answered from the page cache",
    file: "server/page-cache/page-cache.ts",
    before: 'headers["content-length"] === undefined && headers["transfer-encoding"] === undefined',
    after: "headers !== undefined",
    test: "tests/server/guards.test.ts",
  },
  {
    name: "the time for photographs is for accounts with the right of the route",
    file: "app/http/guards.server.ts",
    before: 'user?.estado === "activa" && can(user, right)',
    after: 'user?.estado !== "pendiente"',
    test: "tests/server/connections.test.ts",
  },
  {
    name: "a new visitor is served at the limit of connections",
    file: "server/guards/connection-limit.ts",
    before: "findFirst(sockets, isSilent) ??",
    after: "",
    test: "tests/server/connections.test.ts",
  },
];
