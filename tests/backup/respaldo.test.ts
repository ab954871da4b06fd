import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import yauzl from "yauzl";
import { ZipFile } from "yazl";
import { exportRespaldo } from "~/backup/export.server";
import { COLUMNS_SQL, type Column, ENCRYPTED, HEADINGS, type Manifest, SHORT_LIVED, TABLES } from "~/backup/format.server";
import { encrypt } from "~/database/encryption.server";
import { loadDemo } from "../../prisma/demo";
import { migrate } from "../../server/migrate";
import { type Site, startSite, type Visitor } from "../support/browser";
import { CloudinaryStandIn } from "../support/cloudinary";
import { freePort } from "../support/port";
import { embeddedUrl, eventually, freshFolder, Program, query } from "../support/process";
import { tcpProxyTo } from "../support/tcp-proxy";
import { sql, testDatabase } from "../support/test-database";

const PATH = "/admin/configuracion/exportar";
const SCREEN = "/admin/configuracion/base-de-datos";
const PICTURES = "uploads/susa-servicios/servicios";

// Texts that a spreadsheet, a CSV reader or a database could misread.
const HOSTILE = [
  '=HYPERLINK("http://ejemplo.mx","clic")',
  "+52 222 123 4567",
  "-1",
  "@SUM(A1)",
  "\ttabulador",
  "\rregreso",
  "\nrenglón",
  "＝1+1",
  "'=ya lleva apóstrofo",
  "''",
  "'",
  "con \"comillas\", comas; y 'apóstrofos'",
  "dos\r\nrenglones\n\\.\ny un fin de datos\r",
  "\\.",
  "\\N",
  "NULL",
  "null",
  "{}",
  "{a,b}",
  "sí",
  "  espacios  ",
  "\u0001\u001f\u007f",
  "😀👩‍👩‍👧 ñandú",
  "e\u0301 distinta de \u00e9",
  "\u202eal revés\u202c עברית",
  "\uFEFFmarca",
  "\u2028\u0085x",
  "x".repeat(3999),
];

let site: Site;
let ana: Visitor;
let zip: Buffer;
const dataDir = freshFolder();
const sourceUrl = String(process.env.DATABASE_URL);

beforeAll(async () => {
  site = await startSite({ DATA_DIR: dataDir });
  await loadDemo(sourceUrl, dataDir);
  ana = await site.staff("duena@ejemplo.mx");
  await fillEverything();
  zip = await exportOf(sourceUrl, dataDir);
});
afterAll(() => site.close());

/** Adds at least one row to every table of a backup, with every hostile text in texts, lists and JSON. */
async function fillEverything(): Promise<void> {
  const [empleado] = await sql<{ id: string }>(
    "INSERT INTO empleados_susa (nombre, apellido, especialidades, horario) VALUES ('Íñiga', '=1', $1, $2) RETURNING id",
    [HOSTILE, JSON.stringify(Array(7).fill(null))],
  );
  const [servicio] = await sql<{ id: string }>(
    "INSERT INTO servicios_susa (nombre, precio, categoria, insumos) VALUES ('\"Cejas\"', 0.10, 'pestañas', $1) RETURNING id",
    [JSON.stringify(HOSTILE.filter((text) => /\S/.test(text)).map((nombre) => ({ nombre, cantidad: 1 })))],
  );
  for (const text of HOSTILE)
    await sql("INSERT INTO proveedores_susa (nombre, notas, updated_at) VALUES ($1, $2, '2020-02-29T23:59:59.999Z')", [
      text.slice(0, 120),
      text,
    ]);
  await sql("INSERT INTO clientes_susa (nombre, medicina, enfermedades, edad) VALUES ('Lucía', $1, $2, 0)", [
    encrypt("Ninguna"),
    encrypt(""),
  ]);
  const [cita] = await sql<{ id: string }>("SELECT id FROM citas_susa ORDER BY id LIMIT 1");
  const [cuenta] = await sql<{ id: string }>("SELECT id FROM cuentas_susa");
  await sql("INSERT INTO mensajes_susa (cita_id, tipo, cuenta_id) VALUES ($1, 'gracias', $2)", [cita?.id, cuenta?.id]);
  await sql("INSERT INTO cambios_cita_susa (orden, cita_id, accion, estado) VALUES (900000, $1, 'editada', 'programada')", [
    cita?.id,
  ]);
  await sql(
    "INSERT INTO ausencias_susa (empleado_id, desde, hasta) VALUES ($1, '0001-01-01', '9999-12-31'), (NULL, '2026-12-24', '2026-12-25')",
    [empleado?.id],
  );
  await sql("INSERT INTO calendarios_susa (empleado_id, digest, sobre) VALUES ($1, $2, $3)", [
    empleado?.id,
    "a".repeat(64),
    encrypt("secreto"),
  ]);
  await sql(
    "INSERT INTO codigos_susa (codigo, servicio_id, fecha_hora, precio) VALUES ('ZZZZZ', $1, now(), 1), ('00000', $1, now(), 2)",
    [servicio?.id],
  );
  await sql("INSERT INTO plantillas_susa (tipo, texto) VALUES ('gracias', '=gracias'), ('confirmar', 'Hola\r\n')");
  await sql("INSERT INTO apariencia_susa (acento, logo_id) SELECT '#00ff00', id FROM archivos_susa ORDER BY id LIMIT 1");
  await sql(
    `INSERT INTO configuracion_susa (nombre, ciudad, direccion, telefono, whatsapp, horario, zona_horaria, hero_titulo, hero_texto,
    biografia, frase, frase_autora, beneficios) VALUES ('Estudio Ñandú', 'M', 'D', '1', '5219991234567', $1, 'America/Merida', 'T', 'T', 'B', 'F', 'A', $2)`,
    [JSON.stringify(Array(7).fill(null)), JSON.stringify({ "=clave\u2028": HOSTILE, "": 1.0e3, "😀": "\u0001" })],
  );
  const [ingreso] = await sql<{ id: string }>(
    "INSERT INTO ingresos_susa (monto, fecha) VALUES (99999999.99, '2026-02-28') RETURNING id",
  );
  await sql("INSERT INTO ingresos_susa (monto, fecha, concepto, reversa_de) VALUES (-99999999.99, '2026-03-01', 'reversa', $1)", [
    ingreso?.id,
  ]);
}

/** The bytes of an export of a database and of the pictures in a folder. */
async function exportOf(url: string, folder: string): Promise<Buffer> {
  const before = { DATABASE_URL: process.env.DATABASE_URL, DATA_DIR: process.env.DATA_DIR };
  Object.assign(process.env, { DATABASE_URL: url, DATA_DIR: folder });
  try {
    return await buffer(await exportRespaldo());
  } finally {
    Object.assign(process.env, before);
  }
}

type Files = Map<string, Buffer>;

async function unzip(bytes: Buffer): Promise<Files> {
  const opened = await yauzl.fromBufferPromise(bytes);
  const files: Files = new Map();
  for await (const entry of opened.eachEntry())
    files.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)));
  return files;
}

async function packZip(files: Iterable<[string, Buffer]>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of files) archive.addBuffer(content, name, { compress: name.endsWith(".csv") });
  archive.end();
  return buffer(archive.outputStream);
}

const manifestOf = (files: Files): Manifest => JSON.parse(String(files.get("manifest.json")));

const sumsOf = async (bytes: Buffer) => {
  const { tablas, imagenes, faltantes } = manifestOf(await unzip(bytes));
  return { tablas, imagenes, faltantes };
};

/** Runs `restore` with a file of these bytes, into an empty database and a fresh folder unless `env` names others. */
async function restore(bytes: Buffer, env: Record<string, string> = {}, ...flags: string[]) {
  const { program, url, dataDir } = await startRestore(bytes, env, flags);
  return { code: await program.exited, stdout: program.stdout, stderr: program.stderr, url, dataDir };
}

/** Like `restore`, without waiting for its end; `before` is a command its shell runs first. */
async function startRestore(bytes: Buffer, env: Record<string, string> = {}, flags: string[] = [], before = ":") {
  const folder = freshFolder();
  const file = join(folder, "respaldo.zip");
  writeFileSync(file, bytes);
  const url = env.DATABASE_URL ?? (await testDatabase());
  const into = join(folder, "datos");
  const words = ["-c", `${before}; exec "$0" "$@"`, process.execPath, "build/restore.js", file, ...flags];
  const program = new Program("/bin/sh", words, {
    DATABASE_URL: url,
    DATA_DIR: into,
    SESSION_SECRET: String(process.env.SESSION_SECRET),
    DATA_KEY: String(process.env.DATA_KEY),
    ...env,
  });
  return { program, url, dataDir: env.DATA_DIR ?? into };
}

/** Starts a restore and kills it while it writes this picture; gives the database and the folder it leaves. */
async function killAtPicture(archive: Buffer, name: string) {
  // On a busy machine the restore may end before the file watcher reports the picture.
  for (let tries = 0; tries < 3; tries++) {
    const DATA_DIR = join(freshFolder(), "datos");
    const folder = join(DATA_DIR, PICTURES);
    mkdirSync(folder, { recursive: true });
    const { program, url } = await startRestore(archive, { DATA_DIR });
    const watcher = watch(folder, (_, changed) => {
      if (changed?.startsWith(name)) program.kill("SIGKILL");
    });
    const ended = await program.exited;
    watcher.close();
    expect(["SIGKILL", 0]).toContain(ended);
    if (ended === "SIGKILL" && (await countRows(url)) === 0) return { DATA_DIR, url };
  }
  throw new Error("each time the restore was over before it could be killed");
}

async function countRows(url: string): Promise<number> {
  const counts = Object.keys(TABLES).map((table) => `(SELECT count(*) FROM ${table})`);
  return Number((await query<{ rows: string }>(url, `SELECT ${counts.join(" + ")} AS rows`))[0]?.rows);
}

/** Posts the export form and resolves as soon as the response headers arrive. */
function download(visitor: Visitor): Promise<IncomingMessage> {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return new Promise((done, fail) => {
    httpRequest(
      {
        host: "127.0.0.1",
        port: visitor.port,
        path: PATH,
        method: "POST",
        headers: { cookie, "content-length": 0, "sec-fetch-site": "same-origin" },
        agent: false,
      },
      done,
    )
      .on("error", fail)
      .end();
  });
}

describe("the tables and headings of the backup format", () => {
  test("include every table once, and a heading for every column", async () => {
    const tables = await sql<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'",
    );
    expect(tables.map(({ name }) => name).sort()).toEqual([...Object.keys(TABLES), ...SHORT_LIVED].sort());
    expect(new Set(Object.values(TABLES)).size).toBe(Object.keys(TABLES).length);
    expect(new Set(Object.values(HEADINGS)).size).toBe(Object.keys(HEADINGS).length);
    for (const heading of Object.values(HEADINGS)) expect(heading).toMatch(/^[\p{L}() ]+$/u);
    const used = new Set<string>();
    for (const table of Object.keys(TABLES)) {
      const columns = await sql<Column>(COLUMNS_SQL, [table]);
      expect(columns.filter(({ isKey }) => isKey).length, table).toBe(1);
      for (const { name } of columns) {
        expect(HEADINGS[name], `${table}.${name}`).toBeDefined();
        expect(name).not.toBe("busqueda");
        used.add(name);
      }
      const encryptedColumns = ENCRYPTED[table] ?? [];
      if (encryptedColumns !== "whole")
        for (const name of encryptedColumns) expect(columns.map((column) => column.name)).toContain(name);
    }
    expect(Object.keys(HEADINGS).filter((name) => !used.has(name))).toEqual([]);
  });
});

describe("an export", () => {
  test("is a zip file that other programs can read, named after the studio's day", async () => {
    const answer = await download(ana);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/zip");
    expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="susa-20\d\d-\d\d-\d\d\.zip"$/);
    expect(answer.headers["cache-control"]).toBe("no-store");
    const file = join(freshFolder(), "susa.zip");
    writeFileSync(file, await buffer(answer));
    for (const [program, ...args] of [
      ["unzip", "-tq", file],
      ["python3", "-c", "import sys, zipfile; sys.exit(zipfile.ZipFile(sys.argv[1]).testzip() is not None)", file],
    ] as const) {
      if (existsSync(`/usr/bin/${program}`)) expect(() => execFileSync(program, args, { stdio: "pipe" })).not.toThrow();
    }
    expect((await sumsOf(readFileSync(file))).tablas).toEqual((await sumsOf(zip)).tablas);
  });

  test("has sheets with Spanish headings and no cell that a spreadsheet would run as a formula", async () => {
    const files = await unzip(zip);
    const manifest = manifestOf(files);
    expect(manifest).toMatchObject({ formato: 1, estudio: "Estudio Ñandú", faltantes: [] });
    for (const { tabla, archivo, filas, bytes, sha256 } of manifest.tablas) {
      const sheet = files.get(archivo) ?? Buffer.alloc(0);
      expect(createHash("sha256").update(sheet).digest("hex"), archivo).toBe(sha256);
      expect(sheet.length).toBe(bytes);
      expect(sheet.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
      const [headings, ...rows] = parse(sheet, { bom: true, record_delimiter: "\r\n" }) as string[][];
      expect(rows.length, archivo).toBe(filas);
      expect(filas, archivo).toBeGreaterThan(0);
      expect(String(await sql(`SELECT count(*)::int AS n FROM ${tabla}`).then(([row]) => row?.n))).toBe(String(filas));
      expect(headings).toEqual((await sql<Column>(COLUMNS_SQL, [tabla])).map(({ name }) => HEADINGS[name]));
      for (const cell of rows.flat()) if (!/^-\d+(\.\d\d)?$/.test(cell)) expect(cell).not.toMatch(/^[=+@\t\r\n＝＋－＠-]/);
    }
    const suppliers = parse(files.get("tablas/proveedores.csv") ?? "", {
      bom: true,
      columns: true,
      record_delimiter: "\r\n",
    }) as Record<string, string>[];
    const notes = suppliers.map((row) => row.Notas);
    for (const text of HOSTILE) expect(notes).toContain(/^['=+@\t\r\n＝＋－＠-]/.test(text) ? `'${text}` : text);
    expect(suppliers.find(({ Notas }) => Notas === "'@SUM(A1)")).toMatchObject({
      Activo: "sí",
      "Última modificación": "2020-02-29T23:59:59.999+00:00",
    });
    expect(String(files.get("LEEME.txt"))).toContain("npm run restore -- este-archivo.zip");
    const names = new Set(readdirSync(join(dataDir, PICTURES)).map((name) => `imagenes/${name}`));
    expect(new Set(manifest.imagenes.map(({ archivo }) => archivo))).toEqual(names);
    for (const name of names)
      expect(files.get(name)?.equals(readFileSync(join(dataDir, name.replace("imagenes", PICTURES))))).toBe(true);
  });

  test("contains no password, no readable health note and no key", async () => {
    const all = Buffer.concat([...(await unzip(zip)).values()]);
    for (const secret of [process.env.DATA_KEY, process.env.SESSION_SECRET, "una contraseña larga", "Ninguna"])
      expect(all.includes(String(secret)), secret).toBe(false);
    expect(all.includes("$argon2id$")).toBe(true);
  });

  test("is a snapshot: rows written while it streams are not in it", async () => {
    const stream = await exportRespaldo();
    const [supplier] = await sql<{ id: string }>("INSERT INTO proveedores_susa (nombre) VALUES ('Llegó después') RETURNING id");
    const [expense] = await sql<{ id: string }>(
      "INSERT INTO egresos_susa (monto, descripcion, fecha) VALUES (1, 'Después', '2026-01-01') RETURNING id",
    );
    const bytes = await buffer(stream);
    await sql("DELETE FROM proveedores_susa WHERE id = $1", [supplier?.id]);
    await sql("DELETE FROM egresos_susa WHERE id = $1", [expense?.id]);
    expect((await sumsOf(bytes)).tablas).toEqual((await sumsOf(zip)).tablas);
  });

  test("lists missing pictures and succeeds without them", async () => {
    const [name = ""] = readdirSync(join(dataDir, PICTURES));
    const path = join(dataDir, PICTURES, name);
    const bytes = readFileSync(path);
    rmSync(path);
    const files = await unzip(await exportOf(sourceUrl, dataDir));
    writeFileSync(path, bytes);
    expect(console.error).toHaveBeenCalledWith("export: 1 files of pictures are missing");
    vi.mocked(console.error).mockClear();
    expect(manifestOf(files).faltantes).toEqual([`imagenes/${name}`]);
    expect(String(files.get("LEEME.txt"))).toContain(`imagenes/${name}`);
    const { code, stdout } = await restore(await packZip(files));
    expect(code).toBe(0);
    expect(stdout).toContain("El respaldo ya no traía 1 archivos de imagen.");
  });

  test("downloads pictures kept at Cloudinary, byte for byte", async () => {
    const url = "https://res.cloudinary.com/estudio/image/upload/v1/susa-servicios/servicios/1700000000-0.webp";
    const bytes = randomBytes(1000);
    await sql("INSERT INTO archivos_susa (nombre, url, width, height) VALUES ('1700000000-0', $1, 1600, 900)", [url]);
    const fetched = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(new Uint8Array(bytes)));
    const files = await unzip(await exportOf(sourceUrl, dataDir));
    await sql("DELETE FROM archivos_susa WHERE url = $1", [url]);
    expect(fetched.mock.calls.map(([address]) => address)).toEqual([url]);
    expect(files.get("imagenes/1700000000-0.webp")?.equals(bytes)).toBe(true);
  });
});

describe("a restore", () => {
  test("into an empty database gives an identical studio, whose export has the same checksums", async () => {
    const { code, stdout, stderr, url, dataDir: into } = await restore(zip);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("tablas/proveedores.csv: ");
    expect(stdout).toContain("El estudio Estudio Ñandú está restaurado.");
    expect(await sumsOf(await exportOf(url, into))).toEqual(await sumsOf(zip));
    for (const table of Object.keys(TABLES)) {
      const asked = `SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) AS sum FROM ${table} t`;
      expect(await query(url, asked), table).toEqual(await query(sourceUrl, asked));
    }
    for (const name of readdirSync(join(dataDir, PICTURES)))
      expect(readFileSync(join(into, PICTURES, name)).equals(readFileSync(join(dataDir, PICTURES, name))), name).toBe(true);
    // Sequences continue after the restored values.
    const [next] = await query<{ orden: number }>(
      url,
      "INSERT INTO cambios_cita_susa (cita_id, accion, estado) SELECT id, 'editada', estado FROM citas_susa LIMIT 1 RETURNING orden",
    );
    expect(next?.orden).toBe(900001);
  });

  test("works with the embedded database, and is rejected a second time and while a server runs", async () => {
    const DATA_DIR = join(freshFolder(), "datos");
    const env = { DATABASE_URL: "", SESSION_SECRET: "", DATA_DIR };
    expect(await restore(zip, env)).toMatchObject({ code: 0, stderr: "" });
    expect(await restore(zip, env)).toMatchObject({ code: 1, stderr: expect.stringContaining("ya tiene datos") });
    const server = new Program(process.execPath, ["build/server.js"], {
      DATA_DIR,
      DATA_KEY: String(process.env.DATA_KEY),
      PORT: String(await freePort()),
    });
    await server.says(/Susa está lista/);
    expect(await restore(zip, env)).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Otro servidor ya usa .+\n$/) });
    const [found] = await query<{ nombre: string }>(embeddedUrl(DATA_DIR), "SELECT nombre FROM configuracion_susa");
    expect(found?.nombre).toBe("Estudio Ñandú");
    server.kill("SIGTERM");
    await server.exited;
  });

  test("without the right key is rejected, unless --sin-llave skips the encrypted values", async () => {
    const DATA_KEY = "una llave muy distinta, de más de treinta y dos letras";
    const withoutFlag = await restore(zip, { DATA_KEY });
    expect(withoutFlag).toMatchObject({ code: 1, stderr: expect.stringContaining("--sin-llave") });
    expect(await countRows(withoutFlag.url)).toBe(0);
    const { code, stdout, url } = await restore(zip, { DATA_KEY }, "--sin-llave");
    expect(code).toBe(0);
    expect(stdout).toContain("no se restauraron");
    expect(await query(url, "SELECT FROM clientes_susa WHERE medicina IS NOT NULL OR enfermedades IS NOT NULL")).toEqual([]);
    expect(await query(url, "SELECT FROM calendarios_susa")).toEqual([]);
    expect(await query(url, "SELECT nombre FROM clientes_susa WHERE nombre = 'Lucía'")).not.toEqual([]);
  });

  test("is undone completely when a picture cannot be stored", async () => {
    const DATA_DIR = join(freshFolder(), "datos");
    const folder = join(DATA_DIR, PICTURES);
    mkdirSync(folder, { recursive: true });
    const names = readdirSync(join(dataDir, PICTURES)).sort();
    const [last = ""] = manifestOf(await unzip(zip))
      .imagenes.map(({ archivo }) => archivo.replace("imagenes/", ""))
      .slice(-1);
    writeFileSync(join(folder, last), "otra cosa");
    const { code, stderr, url } = await restore(zip, { DATA_DIR });
    expect([code, stderr]).toEqual([1, expect.stringContaining(`ya hay otra imagen que se llama ${last}`)]);
    expect(await countRows(url)).toBe(0);
    expect(readdirSync(folder)).toEqual([last]);
    expect(names).toContain(last);
    rmSync(join(folder, last));
    // An identical picture that exists already is accepted.
    writeFileSync(join(folder, last), readFileSync(join(dataDir, PICTURES, last)));
    expect(await restore(zip, { DATA_DIR, DATABASE_URL: url })).toMatchObject({ code: 0 });
  });

  test("leaves no partial picture when the disk is full, and succeeds afterwards", async () => {
    const DATA_DIR = join(freshFolder(), "datos");
    const { program, url } = await startRestore(zip, { DATA_DIR }, [], "ulimit -f 8");
    expect([await program.exited, program.stderr]).toEqual([1, expect.stringContaining("No se pudieron guardar las imágenes.")]);
    expect(readdirSync(join(DATA_DIR, PICTURES))).toEqual([]);
    expect(await countRows(url)).toBe(0);
    expect(await restore(zip, { DATA_DIR, DATABASE_URL: url })).toMatchObject({ code: 0, stderr: "" });
  });

  test("killed while it writes a picture does not prevent the next one", async () => {
    const files = await unzip(zip);
    const manifest = manifestOf(files);
    const [large] = manifest.imagenes;
    if (!large) throw new Error("no picture");
    const bytes = randomBytes(32 * 1024 * 1024);
    files.set(large.archivo, bytes);
    Object.assign(large, { bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
    files.set("manifest.json", Buffer.from(JSON.stringify(manifest)));
    const archive = await packZip(files);

    const name = large.archivo.replace("imagenes/", "");
    const { DATA_DIR, url } = await killAtPicture(archive, name);
    const folder = join(DATA_DIR, PICTURES);
    expect(await restore(archive, { DATA_DIR, DATABASE_URL: url })).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(readdirSync(join(dataDir, PICTURES)).sort());
  });
});

describe("a restore whose database connection fails at the end", () => {
  type Loss = "the commit" | "the answer to the commit" | "the database with the answer" | "what comes after";

  /** Restores through a proxy that loses something. */
  async function restoreWithLoss(loss: Loss) {
    const url = await testDatabase();
    let isCommitted = false;
    const proxy = await tcpProxyTo(url, (sent) => {
      const isCommit = sent.includes("COMMIT\0");
      if (isCommit && loss === "the commit") return "lost";
      if (isCommitted && loss === "what comes after" && sent.includes("pg_advisory_lock")) return "lost";
      if (isCommit && loss === "the database with the answer") proxy.close();
      isCommitted ||= isCommit;
      return isCommit && loss !== "what comes after" ? "unanswered" : undefined;
    });
    const { code, stdout, stderr, dataDir: into } = await restore(zip, { DATABASE_URL: proxy.url });
    proxy.close();
    return { code, stdout, stderr, rows: await countRows(url), pictures: readdirSync(join(into, PICTURES)).sort(), url };
  }

  const all = () => readdirSync(join(dataDir, PICTURES)).sort();

  test("before the COMMIT removes the pictures", async () => {
    const { code, stderr, rows, pictures } = await restoreWithLoss("the commit");
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^No se pudo restaurar .+: nada cambió\.\n$/)]);
    expect([rows, pictures]).toEqual([0, []]);
  });

  test("after the COMMIT checks the database and succeeds", async () => {
    const { code, stdout, stderr, rows, pictures } = await restoreWithLoss("the answer to the commit");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("El estudio Estudio Ñandú está restaurado.");
    expect(rows).toBe(await countRows(sourceUrl));
    expect(pictures).toEqual(all());
  });

  test("without being able to check says so and keeps the pictures", async () => {
    const { code, stderr, pictures, url } = await restoreWithLoss("the database with the answer");
    expect([code, stderr]).toEqual([1, expect.stringContaining("no se sabe si guardó el respaldo; las imágenes se quedaron")]);
    expect(pictures).toEqual(all());
    expect((await restore(zip, { DATABASE_URL: url })).stderr).toContain("ya tiene datos");
  });

  test("before the migrations does not claim that nothing changed", async () => {
    const { code, stderr, rows, pictures } = await restoreWithLoss("what comes after");
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^Los datos ya están restaurados, .+ no quedó al día \(sin conexión\)/),
    ]);
    expect(rows).toBeGreaterThan(0);
    expect(pictures).toEqual(all());
  });
});

describe("restored pictures in another storage", () => {
  const cloudinary = new CloudinaryStandIn();
  beforeAll(() => cloudinary.start());
  afterAll(() => cloudinary.stop());

  test("are uploaded to Cloudinary under the same names, byte for byte, and their rows point to them", async () => {
    const { code, stdout, url, dataDir: into } = await restore(zip, { CLOUDINARY_URL: cloudinary.url });
    expect(code).toBe(0);
    const originals = readdirSync(join(dataDir, PICTURES)).filter((name) => /^\d+-\d+\.webp$/.test(name));
    expect(stdout).toContain(`${originals.length} imágenes se guardan ahora en otro lugar`);
    for (const name of originals) {
      const kept = cloudinary.assets.get(`susa-servicios/servicios/${name.replace(".webp", "")}`);
      expect(kept?.equals(readFileSync(join(dataDir, PICTURES, name))), name).toBe(true);
    }
    expect(existsSync(join(into, PICTURES))).toBe(false);
    const stale =
      "SELECT FROM service_images_susa i JOIN archivos_susa a ON a.id = i.archivo_id WHERE i.image_url <> a.url OR a.url NOT LIKE 'https://%'";
    expect(await query(url, stale)).toEqual([]);
  });

  test("may exist there from an interrupted try, but not with other bytes", async () => {
    const assets = new Map(cloudinary.assets);
    expect(await restore(zip, { CLOUDINARY_URL: cloudinary.url })).toMatchObject({ code: 0, stderr: "" });
    expect(cloudinary.assets).toEqual(assets);
    const last = [...assets.keys()].at(-1) ?? "";
    cloudinary.assets.set(last, Buffer.from("otra"));
    const { code, stderr, url } = await restore(zip, { CLOUDINARY_URL: cloudinary.url });
    expect([code, stderr]).toEqual([1, expect.stringContaining("ya hay otra que se llama")]);
    // Existing assets stay, whichever restore uploaded them.
    expect([...cloudinary.assets.keys()]).toEqual([...assets.keys()]);
    expect(String(cloudinary.assets.get(last))).toBe("otra");
    expect(await countRows(url)).toBe(0);
  });

  test("leave nothing there when Cloudinary rejects the upload", async () => {
    cloudinary.assets.clear();
    cloudinary.mode = { status: 420, message: "Rate Limit Exceeded" };
    const { code, stderr, url } = await restore(zip, { CLOUDINARY_URL: cloudinary.url });
    cloudinary.mode = "ok";
    expect([code, stderr]).toEqual([1, expect.stringContaining("llegó al límite")]);
    expect([await countRows(url), cloudinary.assets.size]).toEqual([0, 0]);
  });

  test("are written from Cloudinary to the disk in every width, the original byte for byte", async () => {
    const address = "https://res.cloudinary.com/estudio/image/upload/v1/susa-servicios/servicios/1700000000-1.webp";
    const [whole = ""] = readdirSync(join(dataDir, PICTURES)).filter((name) => /^\d+-\d+\.webp$/.test(name));
    const bytes = readFileSync(join(dataDir, PICTURES, whole));
    const [row] = await sql<{ id: string }>(
      "INSERT INTO archivos_susa (nombre, url, width, height) VALUES ('1700000000-1', $1, 1600, 2000) RETURNING id",
      [address],
    );
    await sql("INSERT INTO service_images_susa (image_url, archivo_id) VALUES ($1, $2)", [address, row?.id]);
    vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(new Uint8Array(bytes)));
    const remote = await exportOf(sourceUrl, dataDir);
    await sql("DELETE FROM service_images_susa WHERE archivo_id = $1", [row?.id]);
    await sql("DELETE FROM archivos_susa WHERE id = $1", [row?.id]);
    const { code, stdout, url, dataDir: into } = await restore(remote);
    expect(code).toBe(0);
    expect(stdout).toContain("1 imágenes se guardan ahora en otro lugar");
    const folder = join(into, PICTURES);
    expect(readFileSync(join(folder, "1700000000-1.webp")).equals(bytes)).toBe(true);
    for (const width of [400, 800, 1200]) expect(existsSync(join(folder, `1700000000-1-${width}.webp`))).toBe(true);
    const images = await query<{ image_url: string }>(
      url,
      `SELECT image_url FROM service_images_susa WHERE archivo_id = '${row?.id}'`,
    );
    expect(images).toEqual([{ image_url: "/uploads/susa-servicios/servicios/1700000000-1.webp" }]);
    // As if an interrupted restore had written some of them.
    rmSync(join(folder, "1700000000-1.webp"));
    expect(await restore(remote, { DATA_DIR: into })).toMatchObject({ code: 0, stderr: "" });
  });
});

test("a backup of an earlier version is restored in that version and then migrated with its rows", async () => {
  const before = "20261121030000_avif";
  const [old, fresh] = [await emptyDatabase(), await emptyDatabase()];
  await migrate(old, undefined, before);
  const manifest = manifestOf(await unzip(zip));
  const files: Files = new Map();
  const tablas: Manifest["tablas"] = [];
  for (const entry of manifest.tablas) {
    const columns = await query<Column>(old, COLUMNS_SQL.replaceAll("$1", `'${entry.tabla}'`));
    if (columns.length === 0) continue;
    const isIncome = entry.tabla === "ingresos_susa";
    const columnas = isIncome
      ? ["id", "monto", "fecha", "metodo_pago", "descripcion", "created_at", "updated_at"]
      : columns.map(({ name }) => name);
    expect([...columnas].sort()).toEqual(columns.map(({ name }) => name).sort());
    const row = `11111111-1111-4111-8111-111111111111,250.00,2026-11-20,tarjeta,"Uñas, dos manos",2026-11-20T18:00:00+00:00,2026-11-20T18:00:00+00:00\r\n`;
    const bytes = Buffer.from(`\uFEFFTítulos de entonces\r\n${isIncome ? row : ""}`);
    files.set(entry.archivo, bytes);
    tablas.push({
      ...entry,
      columnas,
      filas: isIncome ? 1 : 0,
      bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
  }
  files.set("manifest.json", Buffer.from(JSON.stringify({ ...manifest, migracion: before, tablas, imagenes: [] })));
  expect(await restore(await packZip(files), { DATABASE_URL: fresh })).toMatchObject({ code: 0, stderr: "" });
  // The ledger migration wrote this entry, so that it must have run after the rows were restored.
  expect(await query(fresh, "SELECT libro, monto, metodo_pago FROM asientos_susa")).toEqual([
    { libro: "ingreso", monto: "250.00", metodo_pago: "tarjeta" },
  ]);
});

/** A database without any migration. */
async function emptyDatabase(): Promise<string> {
  const name = `vacia_${randomBytes(6).toString("hex")}`;
  await query(inject("databaseUrl"), `CREATE DATABASE ${name}`);
  return inject("databaseUrl").replace(/\/postgres$/, `/${name}`);
}

describe("a restore is rejected with one sentence and leaves the database empty when", () => {
  // Shared by all cases, so that rows left by one of them would be noticed.
  let url: string;
  beforeAll(async () => {
    url = await testDatabase();
  });

  type Change = (files: Files, manifest: Manifest) => void;
  const tampered = async (change: Change): Promise<Buffer> => {
    const files = await unzip(zip);
    const manifest = manifestOf(files);
    change(files, manifest);
    if (files.has("manifest.json")) files.set("manifest.json", Buffer.from(JSON.stringify(manifest)));
    return packZip(files);
  };
  const edit = (files: Files, name: string, text: string, by: string) =>
    files.set(name, Buffer.from(String(files.get(name)).replace(text, by)));
  /** Like `edit`, with the checksum in the manifest updated: only the content itself can be rejected. */
  const forge = (files: Files, manifest: Manifest, name: string, text: string, by: string) => {
    edit(files, name, text, by);
    const bytes = files.get(name) ?? Buffer.alloc(0);
    const entry = manifest.tablas.find(({ archivo }) => archivo === name);
    if (entry) Object.assign(entry, { bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
  };

  test.each<[string, Change, string]>([
    [
      "a cell was changed",
      (files) => edit(files, "tablas/ingresos.csv", "99999999.99", "99999999.98"),
      "tablas/ingresos.csv no es como se guardó",
    ],
    ["a file grew", (files) => edit(files, "tablas/clientes.csv", "Lucía", "Luciana"), "tablas/clientes.csv no mide lo que debe"],
    ["a table is missing", (files) => files.delete("tablas/citas.csv"), "le falta tablas/citas.csv"],
    [
      "a table is missing from the manifest too",
      (files, manifest) => {
        files.delete("tablas/citas.csv");
        manifest.tablas = manifest.tablas.filter(({ tabla }) => tabla !== "citas_susa");
      },
      "no trae las mismas tablas",
    ],
    ["the manifest is missing", (files) => files.delete("manifest.json"), "no es un respaldo"],
    ["the manifest is invalid", (_, manifest) => Object.assign(manifest, { tablas: "todas" }), "no es un respaldo"],
    ["the format is newer", (_, manifest) => Object.assign(manifest, { formato: 2, tablas: [] }), "formato más nuevo"],
    [
      "the program is older",
      (_, manifest) => Object.assign(manifest, { migracion: "20991231000000_manana" }),
      "versión más nueva que este programa",
    ],
    [
      "the database is newer",
      (_, manifest) => Object.assign(manifest, { migracion: "20261121030000_avif" }),
      "ya está en una versión más nueva",
    ],
    [
      "a table is unknown",
      (files, manifest) => {
        files.set("tablas/facturas.csv", Buffer.from("x"));
        manifest.tablas.push({
          ...manifest.tablas[0],
          tabla: "facturas_susa",
          archivo: "tablas/facturas.csv",
        } as Manifest["tablas"][number]);
      },
      'no conoce: "facturas_susa"',
    ],
    [
      "a table is one that backups leave out",
      (_, manifest) => {
        for (const entry of manifest.tablas.slice(0, 1)) entry.tabla = "sesiones_susa";
      },
      'no conoce: "sesiones_susa"',
    ],
    ["a table is listed twice", (_, manifest) => manifest.tablas.push(...manifest.tablas.slice(0, 1)), "nombra dos veces"],
    [
      "a file is not in the manifest",
      (files) => files.set("imagenes/programa.exe", Buffer.from("MZ")),
      'no le toca: "imagenes/programa.exe"',
    ],
    [
      "a picture belongs to no row",
      (files, manifest) => {
        files.set("imagenes/9-9.webp", Buffer.from("x"));
        manifest.imagenes.push({
          archivo: "imagenes/9-9.webp",
          bytes: 1,
          sha256: createHash("sha256").update("x").digest("hex"),
        });
      },
      "no es de ningún registro",
    ],
    [
      "the columns differ",
      (_, manifest) => {
        for (const entry of manifest.tablas) if (entry.tabla === "clientes_susa") entry.columnas[1] = "apodo";
      },
      "no trae las mismas columnas",
    ],
    [
      "a value is invalid although its checksum is right",
      (files, manifest) => forge(files, manifest, "tablas/ingresos.csv", "99999999.99", "noventa"),
      "no aceptó lo que trae tablas/ingresos.csv (22P02)",
    ],
    [
      "a row violates a constraint although its checksum is right",
      (files, manifest) => forge(files, manifest, "tablas/cuentas.csv", "propietaria,activa", "propietaria,desactivada"),
      "tablas/cuentas.csv (23514 propietaria_activa)",
    ],
    [
      "rows are missing although the checksum is right",
      (_, manifest) => {
        for (const entry of manifest.tablas) if (entry.tabla === "asientos_susa") entry.filas++;
      },
      "no trae los registros",
    ],
  ])("%s", async (_, change, sentence) => {
    const { code, stderr, dataDir: into } = await restore(await tampered(change), { DATABASE_URL: url });
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/^[^\n]+\.\n$/);
    expect(code).toBe(1);
    expect(await countRows(url)).toBe(0);
    expect(existsSync(join(into, PICTURES)) ? readdirSync(join(into, PICTURES)) : []).toEqual([]);
  });

  const LOCAL = Buffer.from("PK\x03\x04", "latin1");
  const CENTRAL = Buffer.from("PK\x01\x02", "latin1");
  /** The archive with the encryption flag set in every header. */
  const encrypted = (bytes: Buffer) => {
    const copy = Buffer.from(bytes);
    for (const [mark, at] of [
      [LOCAL, 6],
      [CENTRAL, 8],
    ] as const)
      for (let found = copy.indexOf(mark); found !== -1; found = copy.indexOf(mark, found + 4))
        copy.writeUInt8((copy[found + at] ?? 0) | 1, found + at);
    return copy;
  };
  const renamed = (bytes: Buffer, from: string, to: string) =>
    Buffer.from(bytes.toString("latin1").replaceAll(from, to), "latin1");
  const small = () =>
    tampered((files, manifest) => {
      for (const name of files.keys()) if (name.startsWith("imagenes/")) files.delete(name);
      manifest.imagenes = [];
    });

  test.each<[string, () => Promise<Buffer>, string]>([
    ["the end of the file is missing", async () => zip.subarray(0, zip.length - 1000), "está incompleto"],
    ["half of the file is missing", async () => zip.subarray(0, zip.length / 2), "está incompleto"],
    ["the file is empty", async () => Buffer.alloc(0), "no es un respaldo"],
    ["the file is not a zip archive", async () => randomBytes(5000), "no es un respaldo"],
    ["the archive is not a backup", () => packZip([["hola.txt", Buffer.from("hola")]]), "no es un respaldo"],
    ["the archive is encrypted", async () => encrypted(await small()), "cifrado con una contraseña"],
    [
      "a file name contains ../",
      async () => renamed(await packZip([...(await unzip(zip)), ["xx/mal.txt", Buffer.from("x")]]), "xx/mal.txt", "../mal.txt"),
      "no es un respaldo",
    ],
    [
      "a file name is absolute",
      async () => renamed(await packZip([...(await unzip(zip)), ["x/mal.txt", Buffer.from("x")]]), "x/mal.txt", "//mal.txt"),
      "no es un respaldo",
    ],
    [
      "a file name contains a backslash",
      async () => renamed(await packZip([...(await unzip(zip)), ["x/mal.txt", Buffer.from("x")]]), "x/mal.txt", "x\\mal.txt"),
      "no es un respaldo",
    ],
    [
      "a file name appears twice",
      async () => packZip([...(await unzip(zip)), ["LEEME.txt", Buffer.from("x")]]),
      'trae dos veces "LEEME.txt"',
    ],
    [
      "an entry is a zip bomb",
      () => tampered((files) => files.set("tablas/citas.csv", Buffer.alloc(50_000_000))),
      "tablas/citas.csv no mide lo que debe",
    ],
  ])("%s", async (_, bytes, sentence) => {
    const { code, stderr } = await restore(await bytes(), { DATABASE_URL: url });
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/^[^\n]+\.\n$/);
    expect(code).toBe(1);
    expect(await countRows(url)).toBe(0);
  });

  test("the file does not exist or no file is named", async () => {
    const run = (...args: string[]) =>
      new Program(process.execPath, ["build/restore.js", ...args], {
        DATABASE_URL: sourceUrl,
        SESSION_SECRET: "x".repeat(32),
        DATA_KEY: "x".repeat(32),
        DATA_DIR: freshFolder(),
      });
    for (const [program, sentence] of [
      [run("/no/existe.zip"), "No existe el archivo /no/existe.zip"],
      [run(), "Di qué respaldo restaurar"],
      [run("--ayuda"), "Di qué respaldo restaurar"],
      [run("uno.zip", "dos.zip"), "Di qué respaldo restaurar"],
    ] as const) {
      expect(await program.exited).toBe(1);
      expect(program.stderr).toContain(sentence);
      expect(program.stderr.trim().split("\n")).toHaveLength(1);
    }
  });

  test("the target database has a single account or a single row", async () => {
    for (const statement of [
      "INSERT INTO cuentas_susa (email, password_hash) VALUES ('ana@ejemplo.mx', 'x')",
      "INSERT INTO egresos_susa (monto, descripcion, fecha) VALUES (1, 'Mío', '2026-01-01')",
    ]) {
      const url = await testDatabase();
      await query(url, statement);
      expect(await restore(zip, { DATABASE_URL: url })).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("ya tiene datos"),
      });
      expect(await countRows(url)).toBe(1);
    }
  });
});

describe("the export form", () => {
  test("is available to the owner, on a screen that explains what it contains", async () => {
    const page = await ana.get(SCREEN);
    expect(page.text("h2#respaldo")).toBe("Respaldo");
    const form = page.document.querySelector(`form[action="${PATH}"]`);
    expect(form?.getAttribute("method")).toBe("post");
    expect(page.text()).toContain("DATA_KEY");
    const link = await ana.send(PATH);
    expect([link.status, link.location]).toEqual([302, SCREEN]);
  });

  test("is not available to staff, to visitors or from another site", async () => {
    const staff = await site.staff("personal@ejemplo.mx");
    for (const path of [SCREEN, PATH]) expect((await staff.send(path)).status).toBe(403);
    expect((await staff.post(PATH, {})).status).toBe(403);
    const stranger = await site.visitor().post(PATH, {});
    expect([stranger.status, stranger.location]).toEqual([302, "/auth"]);
    expect((await ana.post(PATH, {}, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    await sql("DELETE FROM cuentas_susa WHERE email = 'personal@ejemplo.mx'");
  });

  test("reports an error when the database cannot be read", async () => {
    await sql("ALTER TABLE archivos_susa RENAME TO perdida");
    const answer = await ana.post(PATH, {}).finally(() => sql("ALTER TABLE perdida RENAME TO archivos_susa"));
    expect([answer.status, answer.location]).toEqual([303, SCREEN]);
    expect((await ana.get(SCREEN)).text('[role="alert"]:not(:empty)')).toContain("No se pudo preparar el respaldo");
    vi.mocked(console.error).mockClear();
  });
});

describe("a download", () => {
  beforeAll(() =>
    sql(
      "INSERT INTO proveedores_susa (nombre, notas) SELECT 'relleno', string_agg(md5(random()::text), '') FROM generate_series(1, 20000) n, generate_series(1, 120) GROUP BY n",
    ),
  );
  afterAll(() => sql("DELETE FROM proveedores_susa WHERE nombre = 'relleno'"));

  const runningCopies = async () =>
    sql<{ pid: number }>("SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY (SELECT%'");
  /** A download paused while the filler table is being copied, and the chunks received from its start on. */
  const startDownload = async (): Promise<{ answer: IncomingMessage; got: Buffer[] }> => {
    const answer = await download(ana);
    const got: Buffer[] = [];
    await new Promise<void>((enough) =>
      answer.on("data", (chunk: Buffer) => {
        got.push(chunk);
        if (got.length > 50) enough();
      }),
    );
    answer.pause();
    await eventually(async () => (await runningCopies()).length === 1);
    return { answer, got };
  };

  test("that is aborted leaves no connection behind", async () => {
    const { answer } = await startDownload();
    const [copy] = await runningCopies();
    // A later table: an export that went on would wait for this lock.
    const holder = new pg.Client({ connectionString: sourceUrl });
    await holder.connect();
    await holder.query("BEGIN; LOCK TABLE egresos_susa IN ACCESS EXCLUSIVE MODE");
    answer.destroy();
    const isGone = async () => (await sql("SELECT FROM pg_stat_activity WHERE pid = $1", [copy?.pid])).length === 0;
    await eventually(isGone).finally(() => holder.end());
  });

  test("whose database connection ends is aborted and is not a valid archive", async () => {
    const { answer, got } = await startDownload();
    const [copy] = await runningCopies();
    // Listen first: without a listener the error of an aborted response is lost.
    const ended = new Promise((done) => answer.once("end", () => done("whole")).once("error", () => done("broken")));
    await sql("SELECT pg_terminate_backend($1)", [copy?.pid]);
    answer.resume();
    expect(await ended).toBe("broken");
    await expect(yauzl.fromBufferPromise(Buffer.concat(got))).rejects.toThrow();
    await eventually(() => vi.mocked(console.error).mock.calls.length >= 1);
    vi.mocked(console.error).mockClear();
  });

  test("that is not being read pauses the export", async () => {
    const { answer } = await startDownload();
    // Another download, started later and read at once, finishes first.
    await buffer(await download(ana));
    expect((await runningCopies()).length).toBe(1);
    answer.destroy();
    await eventually(async () => (await runningCopies()).length === 0);
  });
});
