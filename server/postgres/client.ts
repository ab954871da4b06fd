import type pg from "pg";
import { PostgresClient } from "~/database/postgres-client.server";
import { StartError } from "../start-error";

const CONNECT_TIMEOUT_MS = 5_000;

/** The database cannot be reached, or does not accept connections yet: a retry may succeed. */
export class DatabaseUnreachable extends StartError {
  constructor(readonly code = "sin conexión") {
    super(`No hay respuesta de la base de datos (${code}): revisa DATABASE_URL.`);
  }
}

// Network errors, and the SQLSTATE classes: connection exception, but not a violation of the protocol, with which a pooler refuses
// what it does not know; insufficient resources; operator intervention, but not a cancelled statement; "not accepting connections".
const OUTAGE_CODES = /^(E(CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)|08(?!P01)...|53...|57P..|55000)$/;

/** Whether an error of the driver means that the database is unavailable and a retry may succeed. */
export function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseUnreachable) return true;
  const { code = "", message = "", syscall } = error as { code?: string; message?: string; syscall?: string };
  // The driver's own errors have no code, and a Unix socket is a file that may be missing.
  return OUTAGE_CODES.test(code) || syscall === "connect" || (code === "" && /timeout|terminated/i.test(message));
}

/** The error with which the start ends or waits for what failed on a connection: a StartError, DatabaseUnreachable, or a bug's own. */
export function explain(error: unknown): unknown {
  const { code } = error as { code?: string };
  if (error instanceof StartError) return error;
  if (isOutage(error)) return new DatabaseUnreachable(code);
  if (code === undefined) return error;
  return new StartError(
    code === "57014"
      ? "La base de datos canceló su preparación (57014): alguien la detuvo. Arranca otra vez el servidor."
      : `La base de datos no se pudo preparar (${code}): revisa los permisos del usuario de DATABASE_URL.`,
  );
}

const CERTIFICATE =
  "No se puede confiar en el certificado de la base de datos: da el de su autoridad con sslrootcert=/ruta/ca.pem en DATABASE_URL";

const REFUSALS: Record<string, string> = {
  "28P01": "El usuario o la contraseña de DATABASE_URL no son los de la base de datos",
  "28000":
    "La base de datos no deja entrar a este usuario desde aquí: si pide TLS, agrega sslmode=verify-full a DATABASE_URL; si no, revisa su pg_hba.conf",
  "3D000": "La base de datos que dice DATABASE_URL no existe: créala primero",
  "42501": "El usuario de DATABASE_URL no tiene permiso de entrar a la base de datos",
  "08P01":
    "La base de datos o su pooler no entiende la conexión: quita de DATABASE_URL lo que va en options, y revisa el usuario y la base",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "El certificado de la base de datos es para otro nombre: pon en DATABASE_URL el nombre que dice el certificado",
  CERT_HAS_EXPIRED: "El certificado de la base de datos ya venció: renuévalo",
};

/**
 * Connects to the database at `url`. Throws DatabaseUnreachable when a retry may succeed, else StartError with a sentence that says
 * what to change.
 */
export async function connect(url: string): Promise<pg.Client> {
  const client = createClient(url);
  await client.connect().catch((error: { code?: string; message?: string }) => {
    throw isOutage(error) ? new DatabaseUnreachable(error.code) : new StartError(describeRefusal(error));
  });
  return client;
}

function createClient(url: string): pg.Client {
  try {
    return new PostgresClient({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true });
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    throw new StartError(
      code === "ENOENT"
        ? `No existe el archivo ${path}: revisa sslrootcert, sslcert y sslkey en DATABASE_URL.`
        : "DATABASE_URL no se puede leer: los signos de la contraseña se escriben con % (una # es %23).",
    );
  }
}

function describeRefusal({ code = "sin código", message = "" }: { code?: string; message?: string }): string {
  if (/does not support SSL/.test(message))
    return "El servidor de la base de datos no ofrece TLS: quita sslmode de DATABASE_URL, o actívalo en ese servidor.";
  const isCertificate = /CERT|UNABLE_TO_(VERIFY|GET_ISSUER)/.test(code);
  const sentence =
    REFUSALS[code] ?? (isCertificate ? CERTIFICATE : "La base de datos no acepta la conexión: revisa DATABASE_URL");
  return `${sentence} (${code}).`;
}
