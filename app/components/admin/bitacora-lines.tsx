import { Link } from "~/components/link";
import { nameApart } from "~/format/action-name";
import type { BitacoraLine } from "~/http/bitacora-lines.server";

/** Lines of the record of who did what, under their days as headings of that level. A line is pressed whole. */
export function BitacoraLines({ lines, heading: Heading }: { lines: BitacoraLine[]; heading: "h2" | "h3" }) {
  const names = nameApart(
    lines,
    ({ what }) => what,
    ({ day, time }) => ` (${day.toLowerCase()}, ${time})`,
  );
  return [...new Set(lines.map(({ day }) => day))].map((dia) => (
    <section key={dia} className="grid grid-cols-1 gap-2 [section+&]:mt-5">
      <Heading className="font-sans text-base font-semibold tracking-normal">{dia}</Heading>
      <ol className="divide-y divide-line rounded-2xl border border-line bg-card">
        {lines
          .filter(({ day }) => day === dia)
          .map(({ id, time, who, what, details, to, isQuiet }) => (
            <li
              key={id}
              className="relative flex flex-wrap gap-x-1 px-[min(1rem,4vw)] py-2.5 wrap-anywhere tabular-nums has-[a]:after:absolute has-[a]:after:top-2 has-[a]:after:right-[min(1rem,4vw)] has-[a]:after:text-xl has-[a]:after:text-soft has-[a]:after:content-['›'_/_''] has-[a]:hover:bg-sand @2xl:flex-nowrap @2xl:items-baseline @2xl:gap-x-3 @2xl:px-5 @2xl:has-[a]:after:right-5"
            >
              <p className={`w-full min-w-0 has-[a]:pr-4 @2xl:flex-1 ${isQuiet ? "text-soft" : "font-semibold"}`}>
                {to ? (
                  <Link to={to} className="after:absolute after:inset-0">
                    {what}
                    <span className="sr-only">{names.get(id)?.slice(what.length)}</span>
                  </Link>
                ) : (
                  what
                )}
                {details ? <span className="font-normal">{`: ${details}`}</span> : null}
              </p>
              <p className="text-sm text-soft @max-2xl:after:content-['_·'] @2xl:order-first @2xl:min-w-20">{time}</p>
              <p className="max-w-full text-sm text-soft @2xl:w-2/5 @2xl:pr-4">{who}</p>
            </li>
          ))}
      </ol>
    </section>
  ));
}
