import { randomUUID } from "node:crypto";
import { type Page, Visitor } from "./browser";
import { query } from "./program";

/** What four writers and four readers got, until `stop`. */
export type Crowd = {
  /** How often each status was answered, `GET 200` for instance; `POST none` when the connection broke without an answer. */
  answers: Map<string, number>;
  /** How many requests were answered so far. */
  count: () => number;
  /** Lets them finish, and gives the descriptions of the incomes that were acknowledged. */
  stop: () => Promise<string[]>;
};

/**
 * Four who register incomes and four who read the dashboard of a server, without a pause, in the session of `owner`. A form that is
 * not acknowledged is sent again as it is, like a person does.
 */
export function startCrowd(owner: Visitor): Crowd {
  const answers = new Map<string, number>();
  const acknowledged: string[] = [];
  let answered = 0;
  let isOver = false;
  async function ask(method: string, request: () => Promise<Page>): Promise<Page | undefined> {
    const page = await request().catch(() => undefined);
    const name = `${method} ${page?.status ?? "none"}`;
    answers.set(name, (answers.get(name) ?? 0) + 1);
    answered++;
    return page;
  }
  async function writeIncomes(visitor: Visitor, writer: number): Promise<void> {
    for (let n = 0; !isOver; n++) {
      const descripcion = `Escritura ${writer} ${n}`;
      const form = { token: randomUUID(), monto: "10", fecha: "2026-11-01", metodo_pago: "efectivo", descripcion };
      let saved: Page | undefined;
      do saved = await ask("POST", () => visitor.post("/admin/ingresos/nuevo", form));
      while (!isOver && (!saved || saved.status === 503));
      if (saved?.status === 303) acknowledged.push(descripcion);
    }
  }
  async function readDashboard(visitor: Visitor): Promise<void> {
    while (!isOver) await ask("GET", () => visitor.get("/admin"));
  }
  const crowd = [0, 1, 2, 3].flatMap((n) => [writeIncomes(sameSession(owner), n), readDashboard(sameSession(owner))]);
  return {
    answers,
    count: () => answered,
    async stop() {
      isOver = true;
      await Promise.all(crowd);
      return acknowledged;
    },
  };
}

function sameSession({ port, cookies }: Visitor): Visitor {
  const visitor = new Visitor(port);
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  return visitor;
}

/** The acknowledged incomes of a crowd that the database at `url` does not have, and those that it has twice. */
export async function compareIncomes(url: string, acknowledged: string[]): Promise<{ lost: string[]; doubled: string[] }> {
  const rows = await query<{ descripcion: string; n: number }>(
    url,
    "SELECT descripcion, count(*)::int AS n FROM ingresos_susa WHERE descripcion LIKE 'Escritura %' GROUP BY descripcion",
  );
  const stored = new Map(rows.map(({ descripcion, n }) => [descripcion, n]));
  return {
    lost: acknowledged.filter((descripcion) => !stored.has(descripcion)),
    doubled: rows.filter(({ n }) => n > 1).map(({ descripcion }) => descripcion),
  };
}
