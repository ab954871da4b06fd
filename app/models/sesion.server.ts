import { createHash, randomBytes } from "node:crypto";
import { db } from "~/db.server";

const HOUR = 3_600_000;
const IDLE = 12 * HOUR;
const WHOLE = 7 * 24 * HOUR;

/** Opens a session of an account and gives its secret, which only the cookie keeps. */
export async function createSesion(cuenta_id: string): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  await db.sesion.create({ data: { id: digest(secret), cuenta_id } });
  return secret;
}

/** Gives the account of a live session, or null; each use (noted once a minute) keeps it alive for 12 hours, 7 days at most. */
export async function findCuentaOfSesion(secret: string, now = new Date()) {
  const sesion = await db.sesion.findFirst({
    where: {
      id: digest(secret),
      last_used_at: { gt: new Date(now.getTime() - IDLE) },
      created_at: { gt: new Date(now.getTime() - WHOLE) },
      cuenta: { estado: { not: "desactivada" } },
    },
    include: { cuenta: { select: { id: true, email: true, rol: true, estado: true } } },
  });
  if (!sesion) return null;
  if (now.getTime() - sesion.last_used_at.getTime() > 60_000) {
    await db.sesion.updateMany({ where: { id: sesion.id }, data: { last_used_at: now } });
  }
  return sesion.cuenta;
}

/** Gives the id of the active account whose session ended by time, or null: signing out and shutting out leave no session. */
export async function findIdOfEndedCuenta(secret: string, now = new Date()): Promise<string | null> {
  const sesion = await db.sesion.findFirst({
    where: {
      id: digest(secret),
      OR: [{ last_used_at: { lte: new Date(now.getTime() - IDLE) } }, { created_at: { lte: new Date(now.getTime() - WHOLE) } }],
      cuenta: { estado: "activa" },
    },
    select: { cuenta_id: true },
  });
  return sesion?.cuenta_id ?? null;
}

/** Ends a session. */
export async function deleteSesion(secret: string): Promise<void> {
  await db.sesion.deleteMany({ where: { id: digest(secret) } });
}

function digest(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
