import { resolve } from "node:path";
import { formatBytes } from "~/format/bytes";
import { plural } from "~/format/text";
import { openDatabase, requireTables } from "./postgres/open-database";
import { StartError } from "./start-error";

const USAGE = "Di en qué archivo guardar el respaldo: npm run export -- susa.zip";

// What the disk or the database answers, by its code.
const REASONS: [RegExp, string][] = [
  [/^(ENOENT|ENOTDIR)$/, "no existe esa carpeta"],
  [/^(EISDIR|ENOTEMPTY)$/, "ahí ya hay una carpeta con ese nombre"],
  [/^(EACCES|EPERM|EROFS)$/, "no hay permiso de escribir ahí"],
  [/^(ENOSPC|EDQUOT|EFBIG)$/, "ya no hay espacio en el disco"],
  [/^(57|08|ECONN)/, "la base de datos dejó de responder"],
  [/^42/, "la base de datos es de otra versión de Susa: arranca primero el servidor"],
];

/** Writes the export of the studio to a file, also while a server is running (docs/decisions/0035). */
async function main(args: string[]): Promise<void> {
  const [name, ...others] = args;
  if (!name || name.startsWith("-") || others.length > 0) throw new StartError(USAGE);
  // npm runs scripts in the project's folder; INIT_CWD is where the person called it.
  const file = resolve(process.env.INIT_CWD ?? "", name);
  const { url, stop } = await openDatabase(process.env);
  try {
    await requireTables(url);
    // Imported now, because the modules read DATA_KEY when they are loaded.
    const { writeBackup } = await import("~/backup/backup-file.server");
    const { rows, bytes } = await writeBackup(file).catch((error: { code?: string; name: string }) => {
      const { code = error.name } = error;
      const reason = REASONS.find(([codes]) => codes.test(code))?.[1] ?? "algo falló a la mitad";
      throw new StartError(`No se pudo guardar el respaldo en ${file}: ${reason} (${code}).`);
    });
    console.log(`El respaldo está en ${file}: ${plural(rows, "registro", "registros")}, ${formatBytes(bytes)}.`);
  } finally {
    await stop();
  }
}

// The embedded PostgreSQL stops, and an incomplete file is removed, when this process exits.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => process.exit(1));
main(process.argv.slice(2)).catch((error) => {
  const { name, code = "" } = error as Error & { code?: string };
  console.error(error instanceof StartError ? error.message : `No se pudo hacer el respaldo (${`${name} ${code}`.trim()}).`);
  process.exitCode = 1;
});
