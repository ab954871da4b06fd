import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { ComingSoon } from "~/components/admin";
import { requireUser } from "~/http/guards.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return null;
}

export const meta: MetaFunction = () => [{ title: "Gestión de Ingresos" }];

export default function Ingresos() {
  return <ComingSoon title="Gestión de Ingresos" />;
}
