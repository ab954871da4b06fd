import { Icon } from "~/components/icon";

/** What must be known of a client before her treatment begins; nothing without one. Print keeps it. */
export function AlertaBadge({ alerta }: { alerta: string | null | undefined }) {
  return alerta ? (
    <span className="badge alerta border-bad bg-bad-paper text-bad">
      <Icon name="alerta" /> Alerta: {alerta}
    </span>
  ) : null;
}
