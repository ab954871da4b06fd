import { resolve } from "node:path";
import { z } from "zod";

const optional = z
  .string()
  .optional()
  .transform((text) => text || undefined);

function wholeNumber(name: string, otherwise: number, max: number, min = 0) {
  return optional
    .transform((text) => text ?? String(otherwise))
    .refine(
      (text) => /^\d{1,5}$/.test(text) && Number(text) >= min && Number(text) <= max,
      `${name} debe ser un número entero de ${min} a ${max}.`,
    )
    .transform(Number);
}

function secret(name: string) {
  const error = `${name} debe tener al menos 32 caracteres al azar.`;
  return z.string(error).min(32, error);
}

/** What the README's table of variables says, with its defaults; each issue is one sentence that says what to set. */
export const settingsSchema = z.object({
  PORT: wholeNumber("PORT", 3000, 65535),
  HOST: optional.transform((text) => text ?? "0.0.0.0"),
  PUBLIC_URL: optional
    .refine((text) => text === undefined || isOrigin(text), {
      error: "PUBLIC_URL debe ser una dirección como https://mi-estudio.mx, sin ruta.",
    })
    .transform((text) => text && new URL(text).origin),
  ALLOWED_HOSTS: optional.transform((text = "") =>
    text
      .split(",")
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
  ),
  DATA_DIR: optional.transform((text) => resolve(text ?? "data")),
  DATABASE_URL: optional.refine((text) => text === undefined || /^postgres(ql)?:\/\//.test(text), {
    error: "DATABASE_URL debe empezar con postgresql:// o quedar vacía para usar la base de datos incluida.",
  }),
  DATABASE_POOL: wholeNumber("DATABASE_POOL", 6, 100, 3),
  CLOUDINARY_URL: optional.refine((text) => text === undefined || isCloudinaryUrl(text), {
    error: "CLOUDINARY_URL debe ser como cloudinary://clave:secreto@nube, o quedar vacía para guardar las imágenes en DATA_DIR.",
  }),
  SIGNUP: optional
    .transform((text) => text ?? "approval")
    .pipe(z.enum(["open", "approval", "closed"], "SIGNUP debe ser open, approval o closed.")),
  TRUST_PROXY: wholeNumber("TRUST_PROXY", 0, 20),
  BACKUP_DIR: optional.transform((text) => text && resolve(text)),
  BACKUP_KEEP: wholeNumber("BACKUP_KEEP", 14, 1000, 1),
  METRICS_TOKEN: optional.refine((text) => text === undefined || text.length >= 16, {
    error: "METRICS_TOKEN debe tener al menos 16 caracteres al azar, o quedar vacía para no dar métricas.",
  }),
});

/** The secrets, which the server makes when they are not set; DATA_KEY_PREVIOUS is there only while DATA_KEY is being changed. */
export const secretsSchema = z.object({
  SESSION_SECRET: secret("SESSION_SECRET"),
  DATA_KEY: secret("DATA_KEY"),
  DATA_KEY_PREVIOUS: optional.pipe(secret("DATA_KEY_PREVIOUS").optional()),
});

const environmentSchema = settingsSchema
  .pick({
    PUBLIC_URL: true,
    DATA_DIR: true,
    DATABASE_URL: true,
    DATABASE_POOL: true,
    CLOUDINARY_URL: true,
    SIGNUP: true,
    BACKUP_DIR: true,
    BACKUP_KEEP: true,
  })
  .extend({
    ...secretsSchema.shape,
    DATABASE_URL: settingsSchema.shape.DATABASE_URL.refine((url) => url || process.env.EMBEDDED_POSTGRES, {
      error: "DATABASE_URL debe decir qué base de datos usar: la incluida solo arranca con npm start.",
    }),
    // Set by the server (server/config.ts), not by people.
    SETUP_CODE: optional,
    EMBEDDED_POSTGRES: optional.transform(Boolean),
  });

/**
 * Gives the settings of the application, as server/config.ts has checked and completed them in `process.env` before it loads the
 * application. Throws an Error under another server when one is missing, with a sentence for each.
 */
export function env(): z.output<typeof environmentSchema> {
  const read = environmentSchema.safeParse(process.env);
  if (read.success) return read.data;
  const error = new Error(read.error.issues.map(({ message }) => message).join("\n"));
  // remix-serve prints the stack.
  error.stack = error.message;
  throw error;
}

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search && !url.hash && !url.username;
}

function isCloudinaryUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "cloudinary:" && url.username !== "" && url.password !== "" && /^[\w-]+$/.test(url.hostname);
}
