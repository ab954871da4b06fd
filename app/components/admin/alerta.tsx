import { Icon } from "~/components/icon";

/** What must be known of a client before her treatment begins, quiet once it `isOver`; nothing without one. Print keeps it. */
export function AlertaBadge({ alerta, isOver = false }: { alerta: string | null | undefined; isOver?: boolean }) {
  return alerta ? (
    <span className={`badge alerta ${isOver ? "completada" : "border-bad bg-bad-paper text-bad"}`}>
      <Icon name="alerta" /> Alerta: {alerta}
    </span>
  ) : null;
}
