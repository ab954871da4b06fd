import { loadDemo } from "../prisma/demo";

// Loads the demo studio into the database at DATABASE_URL, and its pictures into a folder: node build/demo.js DATA_DIR
try {
  const loaded = await loadDemo(process.env.DATABASE_URL ?? "", process.argv[2] ?? "");
  if (loaded) console.log("Estudio de demostración cargado.");
} catch (error) {
  const { name, code = "" } = error as Error & { code?: string };
  console.error(`${name} ${code}`.trim());
  process.exitCode = 1;
}
