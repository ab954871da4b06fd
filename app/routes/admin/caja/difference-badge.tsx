import { Badge } from "~/components/admin";
import { formatMoney, isNonZero } from "~/format/numbers";

/** Whether the cash of a cut is right, or how much is missing or left over (`-50.00`). */
export function DifferenceBadge({ diferencia }: { diferencia: string }) {
  if (!isNonZero(diferencia)) return <Badge tone="good">Cuadra</Badge>;
  const isMissing = diferencia.startsWith("-");
  return (
    <Badge tone={isMissing ? "bad" : "plain"}>
      {isMissing ? "Faltan" : "Sobran"} {formatMoney(diferencia.replace("-", ""))}
    </Badge>
  );
}
