import type { ReactNode } from "react";

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-[75vh] max-w-2xl flex-col items-center justify-center gap-5 px-5 py-24 text-center">
      <img src="/art/marca.svg" alt="" width="96" height="96" />
      {children}
      <a className="button mt-3" href="/">
        Volver al inicio
      </a>
    </div>
  );
}

/** The page for an address that leads nowhere. */
export function NotFoundPage() {
  return (
    <Frame>
      <p className="eyebrow">404</p>
      <h1 className="text-4xl sm:text-5xl" lang="en">
        Oops! Page not found
      </h1>
      <p className="text-lg text-soft">
        No encontramos esa página. Puede que la dirección haya cambiado o que le falte una letra.
      </p>
    </Frame>
  );
}

/** The page for whatever failed: its status, and a sentence (`said`, when a guard gave one); never what the machine said. */
export function ErrorPage({ status, said }: { status: number; said?: unknown }) {
  const sentences: Record<number, string> = {
    400: "No pudimos leer lo que se envió. Regresa con el botón Atrás y vuelve a intentarlo.",
    403: "Tu cuenta no tiene permiso para ver o cambiar esto. Si lo necesitas, pídeselo a la propietaria.",
    405: "Esa dirección no recibe envíos. Regresa con el botón Atrás y vuelve a intentarlo.",
    503: "El estudio no pudo leer sus datos. Espera un momento y vuelve a cargar la página.",
  };
  if (hasSentence(said)) {
    return (
      <Frame>
        <div role="alert">
          <h1 className="text-4xl sm:text-5xl">Error</h1>
          <p className="mt-4 text-lg text-soft">{said.sentence}</p>
        </div>
      </Frame>
    );
  }
  return (
    <Frame>
      <p className="eyebrow">Error {status}</p>
      <h1 className="text-4xl sm:text-5xl" lang="en">
        Unexpected Application Error!
      </h1>
      <p className="text-lg text-soft">
        {sentences[status] ?? "Algo falló de nuestro lado y ya quedó anotado. Espera un momento y vuelve a intentarlo."}
      </p>
    </Frame>
  );
}

function hasSentence(said: unknown): said is { sentence: string } {
  return typeof said === "object" && said !== null && "sentence" in said && typeof said.sentence === "string";
}
