import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { ScreenHeader } from "~/components/admin";
import { Respaldo } from "~/components/respaldo";
import { requireOwner } from "~/http/guards.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireOwner(request);
  return null;
}

export const meta: MetaFunction = () => [{ title: "Respaldo · Configuración" }];

export default function ConfiguracionRespaldo() {
  return (
    <>
      <ScreenHeader title="Base de Datos">Respaldo y exportación</ScreenHeader>
      <Respaldo />
    </>
  );
}
