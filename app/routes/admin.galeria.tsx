import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { ComingSoon } from "~/components/admin";
import { requireUser } from "~/http/guards.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return null;
}

export const meta: MetaFunction = () => [{ title: "Gestión de Galería" }];

export default function Galeria() {
  return <ComingSoon title="Gestión de Galería" />;
}
