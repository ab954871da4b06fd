import { Badge } from "./admin";

const TONES = { programada: "plain", confirmada: "good", completada: "done", cancelada: "bad" } as const;

/** How an appointment stands. */
export function EstadoBadge({ estado, no_asistio }: { estado: keyof typeof TONES; no_asistio: boolean }) {
  return (
    <span className="inline-flex flex-wrap gap-2">
      <Badge tone={TONES[estado]}>{estado}</Badge>
      {no_asistio ? <Badge tone="bad">no asistió</Badge> : null}
    </span>
  );
}
