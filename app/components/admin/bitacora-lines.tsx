import { Link } from "~/components/link";
import type { BitacoraLine } from "~/http/bitacora-lines.server";

/** Lines of the record of who did what. */
export function BitacoraLines({ lines }: { lines: BitacoraLine[] }) {
  return (
    <ol className="divide-y divide-line rounded-2xl border border-line bg-card">
      {lines.map(({ id, when, who, what, details, to }) => (
        <li key={id} className="grid gap-x-5 gap-y-1 px-5 py-4 @2xl:grid-cols-[12rem_1fr]">
          <p className="text-sm text-soft tabular-nums">{when}</p>
          <div className="min-w-0 wrap-anywhere">
            <p className="font-semibold">
              {to ? (
                <Link to={to} className="link inline-block py-2.5">
                  {what}
                </Link>
              ) : (
                what
              )}
            </p>
            <p className="text-soft">{who}</p>
            {details.map((detail) => (
              <p key={detail} className="text-sm tabular-nums">
                {detail}
              </p>
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}
