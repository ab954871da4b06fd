import { useLocation } from "@remix-run/react";

/** Replaces a card or a figure that could not be read with a sentence and a link to try again. */
export function UnavailablePart({ children }: { children: string }) {
  const { pathname, search } = useLocation();
  return (
    <p
      role="status"
      className="rounded-xl border border-dashed border-line px-4 py-2 font-sans text-base text-soft in-[dd]:border-0 in-[dd]:p-0"
    >
      {children}{" "}
      <a className="link inline-block py-2.5" href={pathname + search}>
        Volver a intentar
      </a>
    </p>
  );
}
