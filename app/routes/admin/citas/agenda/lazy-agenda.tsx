import { type ComponentProps, lazy, Suspense } from "react";
import type { Agenda } from "./agenda";

// The editor of an appointment stands over this list and must stay light: a browser loads the agenda only where it is shown.
const load = () => import("./agenda");
let loaded: typeof Agenda | undefined;

/** Loads the agenda before the server renders a page with it, because it renders a page at once. */
export async function loadAgenda(): Promise<void> {
  loaded ??= (await load()).Agenda;
}

const BrowserAgenda = lazy(() => load().then(({ Agenda }) => ({ default: Agenda })));

export function LazyAgenda(props: ComponentProps<typeof Agenda>) {
  const Shown = loaded ?? BrowserAgenda;
  return (
    <Suspense fallback={null}>
      <Shown {...props} />
    </Suspense>
  );
}
