import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Badge, ScreenHeader } from "~/components/admin";
import { SubmitButton, WriteForm } from "~/components/write-form";
import { formatDate } from "~/format/dates";
import { requireOwner } from "~/http/guards.server";
import { signUpMode } from "~/http/sign-up.server";
import { getZona } from "~/models/configuracion.server";
import { listCuentas } from "~/models/cuenta.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireOwner(request);
  const [cuentas, zona] = await Promise.all([listCuentas(), getZona()]);
  return { cuentas, zona, mode: signUpMode() };
}

const MODES = {
  open: "Quien crea una cuenta entra de inmediato.",
  approval: "Quien crea una cuenta espera a que la apruebes.",
  closed: "Nadie puede crear cuentas nuevas.",
};

const ESTADOS = {
  pendiente: { label: "Pendiente", tone: "plain" },
  activa: { label: "Activa", tone: "good" },
  desactivada: { label: "Desactivada", tone: "bad" },
} as const;

export const meta: MetaFunction = () => [{ title: "Seguridad · Configuración" }];

export default function Seguridad() {
  const { cuentas, zona, mode } = useLoaderData<typeof loader>();
  return (
    <>
      <ScreenHeader title="Seguridad">{MODES[mode]}</ScreenHeader>
      <h2 className="mb-4 text-2xl">Cuentas</h2>
      <ul className="divide-y divide-line rounded-2xl border border-line bg-card">
        {cuentas.map((cuenta) => (
          <li key={cuenta.id} className="flex flex-wrap items-center gap-x-5 gap-y-3 px-5 py-4">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold wrap-anywhere">{cuenta.email}</p>
              <p className="text-sm text-soft">
                {cuenta.rol === "propietaria" ? "Propietaria" : "Personal"} · desde el {formatDate(cuenta.created_at, zona)}
              </p>
            </div>
            <Badge tone={ESTADOS[cuenta.estado].tone}>{ESTADOS[cuenta.estado].label}</Badge>
            {cuenta.rol === "propietaria" ? null : (
              <div className="flex gap-2">
                {cuenta.estado === "activa" ? null : (
                  <Change id={cuenta.id} estado="activa" of={cuenta.email}>
                    {cuenta.estado === "pendiente" ? "Aprobar" : "Reactivar"}
                  </Change>
                )}
                {cuenta.estado === "desactivada" ? null : (
                  <Change id={cuenta.id} estado="desactivada" of={cuenta.email} quiet>
                    {cuenta.estado === "pendiente" ? "Rechazar" : "Desactivar"}
                  </Change>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Change({
  id,
  estado,
  of,
  quiet = false,
  children,
}: {
  id: string;
  estado: string;
  of: string;
  quiet?: boolean;
  children: string;
}) {
  return (
    <WriteForm action={`/admin/cuentas/${id}/estado`} preventScrollReset>
      <input type="hidden" name="estado" value={estado} />
      <SubmitButton className={quiet ? "button button-quiet" : "button"}>
        {children}
        <span className="sr-only"> {of}</span>
      </SubmitButton>
    </WriteForm>
  );
}
