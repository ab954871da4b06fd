import type { ReactNode } from "react";

type Estudio = {
  nombre: string;
  /** The URL of the studio's mark, which is square (`isMark`), or of the demo's drawing, whose face is in its upper half. */
  dibujo: string;
  isMark: boolean;
};

/** The layout of the sign-in pages: the studio's name, a title and the form, on wide screens beside a picture. */
export function AuthCard({ estudio, title, children }: { estudio: Estudio; title: string; children: ReactNode }) {
  return (
    <div className="grid min-h-dvh max-lg:grid-rows-[auto_1fr] lg:grid-cols-2">
      <main className="mx-auto grid w-full max-w-md content-center gap-6 px-5 py-8 max-lg:content-start">
        <a href="/" className="flex min-h-11 items-center gap-3 justify-self-start font-display text-2xl">
          <img src="/icono.svg" alt="" width="40" height="40" />
          {estudio.nombre}
        </a>
        <h1 className="text-4xl">{title}</h1>
        {children}
      </main>
      {estudio.isMark ? (
        // On a phone the mark already stands beside the name.
        <div className="grid place-content-center bg-blush max-lg:hidden">
          <img src={estudio.dibujo} alt="" width="288" height="288" className="rounded-3xl" />
        </div>
      ) : (
        <div className="order-first grid min-w-0 justify-center overflow-hidden bg-blush max-lg:h-30 lg:order-none lg:items-end">
          <img
            src={estudio.dibujo}
            alt=""
            width="960"
            height="1080"
            className="max-h-dvh w-auto max-lg:h-80 max-lg:-translate-y-16"
          />
        </div>
      )}
    </div>
  );
}
