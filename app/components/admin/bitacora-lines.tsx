import { Link } from "~/components/link";
import type { BitacoraLine } from "~/http/bitacora-lines.server";

/** Lines of the record of who did what, under their days as headings of that level. A line is pressed whole. */
export function BitacoraLines({ lines, heading: Heading }: { lines: BitacoraLine[]; heading: "h2" | "h3" }) {
  return [...new Set(lines.map(({ day }) => day))].map((dia) => (
    <section key={dia} className="grid gap-2 not-first:mt-6">
      <Heading className="font-sans text-base font-semibold tracking-normal">{dia}</Heading>
      <ol className="divide-y divide-line rounded-2xl border border-line bg-card">
        {lines
          .filter(({ day }) => day === dia)
          .map(({ id, time, who, what, details, to }) => (
            <li
              key={id}
              className="relative grid grid-cols-[auto_1fr] gap-x-3 px-4 py-2.5 wrap-anywhere has-[a]:hover:bg-sand @2xl:grid-cols-[5rem_1fr_auto] @2xl:items-baseline @2xl:px-5"
            >
              <p className="col-span-2 min-w-0 @2xl:col-span-1">
                {to ? (
                  <Link to={to} className="font-semibold after:absolute after:inset-0">
                    {what}
                  </Link>
                ) : (
                  <span className="font-semibold">{what}</span>
                )}
                {details ? `: ${details}` : null}
              </p>
              <p className="text-sm text-soft tabular-nums whitespace-nowrap @2xl:order-first">{time}</p>
              <p className="min-w-0 text-sm text-soft">{who}</p>
            </li>
          ))}
      </ol>
    </section>
  ));
}
