import { query } from "../support/program";
import { urlOf } from "./programs";
import { demoStudio, signUp, startServer, statusOf, type Trials } from "./studio";

const COUNT = 6;
const REQUESTS = 1_000;
const planted = (value: (n: number) => string) => Array.from({ length: COUNT }, (_, n) => value(n));

// Thirty values that must not be in the log, with the part of each that is searched for.
const NAMES = planted((n) => `Zoraida Quintanilla${n}`);
const PHONES = planted((n) => `22290177${n}4`);
const EMAILS = planted((n) => `zoraida${n}@plantada.example`);
const NOTES = planted((n) => `Toma levotiroxina${n}`);
const SEARCHES = planted((n) => `Buscada Valdelomar${n}`);

async function startWithOwner() {
  const { database, DATABASE_URL, dataDir } = await demoStudio();
  const { port, program } = await startServer({ DATABASE_URL, DATA_DIR: dataDir });
  return { owner: await signUp(port), program, superuser: await urlOf(database) };
}

const QUOTE_ROWS = [
  "CREATE FUNCTION quote_row() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''%'', NEW; END'",
  "CREATE TRIGGER quote BEFORE INSERT ON clientes_susa FOR EACH ROW EXECUTE FUNCTION quote_row()",
  "CREATE TRIGGER quote BEFORE INSERT ON proveedores_susa FOR EACH ROW EXECUTE FUNCTION quote_row()",
];

const renamePhone = (from: string, to: string) => `ALTER TABLE clientes_susa RENAME COLUMN ${from} TO ${to}`;

export const trials: Trials = {
  "thirty personal values in a thousand requests": async () => {
    const { owner, program, superuser } = await startWithOwner();
    const urlencoded = { "content-type": "application/x-www-form-urlencoded" };
    const client = await owner.get("/admin/clientes/nuevo");
    const ask = (n: number) => {
      const of = (values: string[]) => values[Math.floor(n / 10) % COUNT] ?? "";
      const [name, phone, email, note, search] = [NAMES, PHONES, EMAILS, NOTES, SEARCHES].map(of);
      const values = { nombre: `${name}`, telefono: `${phone}`, correo: `${email}`, medicina: `${note}`, alerta: `${note}` };
      const query = new URLSearchParams({ q: `${search}`, telefono: `${phone}` });
      const body = new URLSearchParams(values).toString();
      const kinds = [
        () => owner.submit("/admin/clientes/nuevo", values),
        () => client.submit({ ...values, edad: `${note}` }),
        () => owner.get(`/admin/clientes?${query}`),
        () => owner.get(`/${encodeURIComponent(`${name}`)}/${email}?${query}`),
        () => owner.get(`/admin/clientes/${encodeURIComponent(`${search}`)}`),
        () => owner.post("/auth", { email: `${email}`, password: `${note}` }),
        () => owner.send("/admin/clientes/nuevo", { method: "POST", headers: { "content-type": "multipart/form-data" }, body }),
        () => owner.send(`/?${query}`, { headers: { referer: `http://localhost/${email}`, "user-agent": `${search}` } }),
        () =>
          owner.send("/admin/clientes/nuevo", { method: "POST", headers: { ...urlencoded, origin: `http://${email}` }, body }),
        () => owner.submit("/admin/proveedores/nuevo", { nombre: `${name}`, email: `${email}`, notas: `${note}` }),
      ];
      return statusOf((kinds[n % kinds.length] as (typeof kinds)[0])());
    };
    const statuses: number[] = [];
    for (let n = 0; n < REQUESTS; n += 4) {
      // The second half meets a database whose errors quote the row.
      if (n === REQUESTS / 2) await query(superuser, ...QUOTE_ROWS);
      statuses.push(...(await Promise.all([n, n + 1, n + 2, n + 3].map(ask))));
    }
    const output = program.stdout + program.stderr;
    const plain = output.replace(/\+/g, " ").replace(/(%[0-9a-f]{2})+/gi, (bytes) => {
      try {
        return decodeURIComponent(bytes);
      } catch {
        return bytes;
      }
    });
    const all = [...NAMES, ...PHONES, ...EMAILS, ...NOTES, ...SEARCHES];
    const found = all.filter((value) => output.includes(value) || plain.includes(value));
    const failures = statuses.filter((status) => status >= 500).length;
    return [
      found.length === 0 && failures > 0,
      `${found.length} of ${all.length} in ${output.split("\n").length} lines (${statuses.filter((status) => status < 400).length} answers below 400, ${failures} above 499) ${found[0] ?? ""}`,
    ];
  },
  "an error is found by the id on its page": async () => {
    const { owner, program, superuser } = await startWithOwner();
    const [row] = await query(superuser, "SELECT id FROM clientes_susa LIMIT 1");
    await query(superuser, renamePhone("telefono", "perdido"));
    const page = await owner.get(`/admin/clientes/${row?.id}`);
    const ids = page.text("body").match(/\b(?=\w*\d)[\w-]{6,}\b/g) ?? [];
    const lines = (program.stdout + program.stderr).split("\n");
    // 42703: the column does not exist.
    const line = ids.flatMap((id) => lines.filter((each) => each.includes(id))).find((each) => each.includes("42703"));
    return [page.status >= 500 && line !== undefined, `page ${page.status}, ${line?.slice(0, 160) ?? "no such line"}`];
  },
};
