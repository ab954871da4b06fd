import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { beforeEach, describe, expect, inject, test, vi } from "vitest";
import { encrypt, keyFingerprints } from "~/database/encryption.server";
import { readConfig } from "../../server/config";
import { migrate } from "../../server/migrate";
import { connect, DatabaseUnreachable } from "../../server/postgres/client";
import { checkStart, findMisspelt } from "../../server/start-checks";
import { StartError } from "../../server/start-error";
import { freePort } from "../support/port";
import { eventually, freshFolder, get, query } from "../support/process";
import { sendRequest } from "../support/send-request";
import { emptyDatabase, testDatabase } from "../support/test-database";
import { runServer, SECRETS } from "./server-program";

let url = String(process.env.DATABASE_URL);
/** Each test that changes its database begins with a new one. */
const useNewDatabase = () =>
  beforeEach(async () => {
    url = await testDatabase();
  });

const nameOf = (database: string) => new URL(database).pathname.slice(1);

/** Runs statements on a database as the superuser. */
function asSuperuser(database: string, ...statements: string[]) {
  const superuser = new URL(inject("superuserUrl"));
  superuser.pathname = nameOf(database);
  superuser.search = "";
  return query(superuser.href, ...statements);
}

/** What a start check gives for this database, in a fresh folder unless `env` names another. */
const check = (env: Record<string, string> = {}) =>
  checkStart(url, readConfig({ NODE_ENV: "test", ...SECRETS, DATABASE_URL: url, DATA_DIR: freshFolder(), ...env }));

const refusal = (start: Promise<unknown>) =>
  start.then(
    () => expect.unreachable("it went well"),
    (error: unknown) => {
      expect(error).toBeInstanceOf(StartError);
      expect((error as StartError).message).toMatch(/^[^\n]+\.$/);
      return error as StartError;
    },
  );

describe("a running program", () => {
  useNewDatabase();

  test("says what to put right before it is ready, and once what only requests show", async () => {
    await query(url, `ALTER DATABASE ${nameOf(url)} CONNECTION LIMIT 7`, "UPDATE instalacion_susa SET almacen = 'otro'");
    const port = await freePort();
    const env = {
      ...SECRETS,
      DATABASE_URL: url,
      DATA_DIR: freshFolder(),
      PORT: String(port),
      PUBLC_URL: "https://mi-estudio.mx",
    };
    const program = runServer({ ...env, DATABASE_POOL: "8" });
    await program.says(/Susa está lista/);
    const inOrder = [
      "La variable PUBLC_URL no es de Susa: ¿quisiste decir PUBLIC_URL?",
      "Las imágenes de este estudio están en otro disco",
      "y este servidor quiere hasta 8: baja DATABASE_POOL (mínimo 3) o sube el límite.",
      "Susa está lista",
    ];
    expect(inOrder.map((sentence) => program.stdout.split(sentence).length - 1)).toEqual([1, 1, 1, 1]);
    const positions = inOrder.map((sentence) => program.stdout.indexOf(sentence));
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));

    expect(program.stdout).not.toContain("X-Forwarded-For");
    for (const path of ["/", "/auth", "/"]) await sendRequest(port, path, { headers: { "X-Forwarded-For": "192.0.2.7" } });
    await eventually(() => program.stdout.includes("X-Forwarded-For"));
    expect(program.stdout.split("X-Forwarded-For").length - 1).toBe(1);
    expect(program.stdout).not.toContain("192.0.2.7");
    expect((await get(port, "/salud")).status).toBe(200);
    expect([await program.stop(), program.stderr]).toEqual([0, ""]);
  });

  test("stops with one sentence and no stack when the database has another key", { tags: ["slow"] }, async () => {
    await query(url, "UPDATE instalacion_susa SET llave = 'otra'");
    const program = runServer({ ...SECRETS, DATABASE_URL: url, DATA_DIR: freshFolder(), PORT: String(await freePort()) });
    expect(await program.exited).toBe(1);
    expect(program.stderr).toMatch(/^La llave de esta instalación no es la de la base de datos, [^\n]+\.\n$/);
    expect(program.stdout).not.toContain("Susa está lista");
  });
});

describe("the key of the database", () => {
  useNewDatabase();

  const stored = async () => (await query<{ llave: string | null }>(url, "SELECT llave FROM instalacion_susa"))[0]?.llave;
  const addAccount = () => query(url, "INSERT INTO cuentas_susa (email, password_hash) VALUES ('ana@ejemplo.mx', 'x')");
  const addNote = (value: string) => query(url, `INSERT INTO clientes_susa (nombre, medicina) VALUES ('Lucía', '${value}')`);

  test("is known from the first start of a new studio", async () => {
    expect(await check()).toEqual([]);
    expect(await stored()).toBe(keyFingerprints().present);
  });

  test("is not taken for known in a studio without a stored value", async () => {
    await addAccount();
    await check();
    expect(await stored()).toBeNull();
  });

  test("is known once a stored value was opened with it, although another value cannot be opened", async () => {
    await addAccount();
    await addNote("v2.00000000.AAAA");
    await addNote(encrypt("Ninguna"));
    await check();
    expect(await stored()).toBe(keyFingerprints().present);
  });

  test("is another one when the database says so", async () => {
    await query(url, "UPDATE instalacion_susa SET llave = 'otra'");
    expect((await refusal(check())).message).toContain("La llave de esta instalación no es la de la base de datos");
    expect(await stored()).toBe("otra");
  });

  test("is another one when no stored value can be opened", async () => {
    await addNote("v2.00000000.AAAA");
    expect((await refusal(check())).message).toContain("DATA_KEY");
    expect(await stored()).toBeNull();
  });
});

test("refuses a user who may not write a table", async () => {
  url = await testDatabase();
  await query(url, "REVOKE DELETE ON citas_susa FROM CURRENT_USER");
  expect((await refusal(check())).message).toContain("citas_susa");
});

test("takes the disk of the first server for that of the studio", async () => {
  url = await testDatabase();
  const DATA_DIR = freshFolder();
  expect(await check({ DATA_DIR })).toEqual([]);
  expect(await check({ DATA_DIR })).toEqual([]);
  expect(await check()).toEqual([expect.stringContaining("están en otro disco")]);
  vi.stubEnv("CLOUDINARY_URL", "cloudinary://clave:secreto@nube");
  expect(await check()).toEqual([]);
  vi.unstubAllEnvs();
});

test("finds a variable of ours with one wrong, missing, additional or moved letter", () => {
  const env = {
    PUBLC_URL: "",
    DATABASE_URLS: "",
    TRUST_PR0XY: "",
    BACKUP_DRI: "",
    DATA_KEY_FLE: "",
    PATH: "",
    POST: "",
    HOSTS: "",
    DATA_DIR: "",
  };
  expect(findMisspelt(env)).toEqual([
    "La variable PUBLC_URL no es de Susa: ¿quisiste decir PUBLIC_URL?",
    "La variable DATABASE_URLS no es de Susa: ¿quisiste decir DATABASE_URL?",
    "La variable TRUST_PR0XY no es de Susa: ¿quisiste decir TRUST_PROXY?",
    "La variable BACKUP_DRI no es de Susa: ¿quisiste decir BACKUP_DIR?",
    "La variable DATA_KEY_FLE no es de Susa: ¿quisiste decir DATA_KEY_FILE?",
  ]);
});

describe("the preparation of the database", () => {
  useNewDatabase();

  test("refuses a newer schema, unless its migrations say that an older program may use it", async () => {
    const add = (name: string) =>
      query(
        url,
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('${name}', '', '${name}', now())`,
      );
    await add("20990101000000_columna_compatible");
    expect(await migrate(url)).toEqual([]);
    await add("20990102000000_columna");
    const { message } = await refusal(migrate(url));
    expect(message).toContain("más nueva");
    expect(message).toContain("20990102000000_columna");
  });

  test("refuses an encoding that cannot store every text", async () => {
    const name = `latin_${randomBytes(6).toString("hex")}`;
    const { username } = new URL(url);
    await query(
      inject("superuserUrl"),
      `CREATE DATABASE ${name} OWNER ${username} TEMPLATE template0 ENCODING LATIN1 LOCALE 'C' LOCALE_PROVIDER libc`,
    );
    expect((await refusal(migrate(url.replace(nameOf(url), name)))).message).toContain("LATIN1");
  });

  test("refuses a database that is read-only", async () => {
    await query(url, `ALTER DATABASE ${nameOf(url)} SET default_transaction_read_only = on`);
    expect((await refusal(migrate(url))).message).toContain("solo lectura");
  });

  test("refuses a user who may not create tables, only if there are some to create", async () => {
    const { username } = new URL(url);
    const revoke = `REVOKE CREATE ON SCHEMA public FROM PUBLIC; ALTER SCHEMA public OWNER TO CURRENT_USER; REVOKE CREATE ON SCHEMA public FROM ${username}`;
    await asSuperuser(url, revoke);
    expect(await migrate(url)).toEqual([]);
    const empty = await emptyDatabase();
    await asSuperuser(empty, revoke);
    expect((await refusal(migrate(empty))).message).toMatch(/no tiene permiso .*\(42501\)\.$/);
  });

  test("takes longer than the limit of the database for a statement", async () => {
    const empty = await emptyDatabase();
    await query(empty, `ALTER DATABASE ${nameOf(empty)} SET statement_timeout = '25ms'`);
    expect(await migrate(empty)).toContain("20261203000000_init");
  });

  test.each([
    ["in the search path", "public, extensions"],
    ["outside the search path", "public"],
  ])("uses extensions of another schema, %s", { tags: ["slow"] }, async (_, path) => {
    const empty = await emptyDatabase();
    const create = ["btree_gist", "pg_trgm", "unaccent"].map((name) => `CREATE EXTENSION ${name} SCHEMA extensions`);
    await asSuperuser(empty, "CREATE SCHEMA extensions", "GRANT USAGE ON SCHEMA extensions TO PUBLIC", ...create);
    await query(empty, `ALTER DATABASE ${nameOf(empty)} SET search_path = ${path}`);
    await migrate(empty);
    await query(empty, "INSERT INTO clientes_susa (nombre) VALUES ('Íñiga Núñez')");
    expect(await query(empty, "SELECT nombre FROM clientes_susa WHERE busqueda LIKE contains_pattern('nunez')")).toHaveLength(1);
  });

  test("says after three seconds that it waits for another server", { tags: ["slow"] }, async () => {
    const said = vi.spyOn(process.stdout, "write");
    const empty = await emptyDatabase();
    const other = await connect(empty);
    await other.query("SELECT pg_advisory_lock(72707369)");
    const migrated = migrate(empty);
    await eventually(() => said.mock.calls.length > 0);
    expect(said.mock.calls.flat().join()).toContain("Otro servidor está preparando la base de datos");
    await other.end();
    expect((await migrated).length).toBeGreaterThan(0);
  });
});

describe("a refused connection is explained in one sentence", () => {
  test.each<[string, (address: URL) => void, RegExp]>([
    ["a wrong password", (address) => Object.assign(address, { password: "otra" }), /contraseña.*\(28P01\)/],
    ["no such database", (address) => Object.assign(address, { pathname: "/ninguna" }), /no existe.*\(3D000\)/],
    ["no TLS", (address) => Object.assign(address, { search: "?sslmode=verify-full" }), /no ofrece TLS/],
    [
      "a missing certificate",
      (address) => Object.assign(address, { search: "?sslmode=verify-full&sslrootcert=/no/hay.pem" }),
      /sslrootcert/,
    ],
  ])("%s", async (_, change, sentence) => {
    const address = new URL(url);
    change(address);
    const error = await refusal(connect(address.href));
    expect(error).not.toBeInstanceOf(DatabaseUnreachable);
    expect(error.message).toMatch(sentence);
  });

  test("a pooler that does not know what the address asks for", async () => {
    const fields = Buffer.from("SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: options\0\0");
    const answer = Buffer.concat([Buffer.from("E"), Buffer.alloc(4), fields]);
    answer.writeUInt32BE(4 + fields.length, 1);
    const pooler = createServer((socket) => socket.once("data", () => socket.end(answer)));
    await new Promise<void>((resolve) => pooler.listen(0, "127.0.0.1", resolve));
    const address = pooler.address();
    const port = typeof address === "object" ? address?.port : 0;
    const error = await refusal(connect(`postgresql://susa:x@127.0.0.1:${port}/susa`));
    expect(error).not.toBeInstanceOf(DatabaseUnreachable);
    expect(error.message).toMatch(/pooler.*\(08P01\)/);
    pooler.close();
  });
});
