import type { PrismaPg } from "@prisma/adapter-pg";

type Query = Parameters<Awaited<ReturnType<PrismaPg["connect"]>>["queryRaw"]>[0];
type GetTypeParser = (oid: number, format?: string) => (text: string) => unknown;

const WITHOUT_ZONE = ["DATE", "TIME", "TIMETZ"];
const TIMESTAMPTZ = 1184;
const TIMESTAMPTZ_ARRAY = 1185;
const WITH_ZONE = /\d{4,}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d(?::\d\d)?/g;

/** The query with every timestamp sent in UTC (`…Z`): the adapter omits the zone, and PostgreSQL would assume the session's. */
export function writeInUtc(query: Query): Query {
  const isMoment = query.argTypes.map(
    ({ scalarType, dbType = "" }) => scalarType === "datetime" && !WITHOUT_ZONE.includes(dbType),
  );
  if (!isMoment.includes(true)) return query;
  return {
    ...query,
    args: query.args.map((arg, index) => (isMoment[index] ? toIso(arg) : arg)),
    // The adapter sends a string unchanged.
    argTypes: query.argTypes.map((type, index) => (isMoment[index] ? { ...type, scalarType: "string" } : type)),
  };
}

function toIso(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toIso);
  return typeof value === "string" || value instanceof Date ? new Date(value).toISOString() : value;
}

/** The adapter's statement with timestamps read in UTC whatever the session's zone: the adapter ignores the offset. */
export function readInUtc<Statement>(statement: Statement): Statement {
  const { types } = statement as { types?: { getTypeParser: GetTypeParser } };
  if (!types) return statement;
  const getTypeParser: GetTypeParser = (oid, format) => {
    const parse = types.getTypeParser(oid, format);
    if (format !== "text" || (oid !== TIMESTAMPTZ && oid !== TIMESTAMPTZ_ARRAY)) return parse;
    return (text) => parse(text.replace(WITH_ZONE, inUtc));
  };
  return { ...statement, types: { getTypeParser } };
}

function inUtc(moment: string): string {
  if (moment.endsWith("+00")) return moment;
  return new Date(moment.replace(" ", "T").replace(/[+-]\d\d$/, "$&:00")).toISOString().replace("Z", "+00:00");
}
