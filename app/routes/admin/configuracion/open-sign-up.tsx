import type { ReactNode } from "react";
import { SIGN_UP_SENTENCES } from "./fact-list";

/** The alarm where anybody can make an account and come in; `children` lead on. */
export function OpenSignUp({ children }: { children?: ReactNode }) {
  return (
    <div className="mb-6 max-w-3xl rounded-2xl border border-bad bg-bad-paper px-5 py-3 text-pretty">
      <strong className="text-bad">{SIGN_UP_SENTENCES.open}</strong> Vería los nombres y teléfonos de tus clientas. Pídele a quien
      instaló Susa que lo cierre.
      {children}
    </div>
  );
}
