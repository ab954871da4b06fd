import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listServiciosActivos } from "~/models/servicio.server";

export async function loader() {
  return json({ servicios: await listServiciosActivos() });
}
export const headers = () => ({ "Cache-Control": "public, max-age=0, must-revalidate" });
export default function Home() {
  const { servicios } = useLoaderData<typeof loader>();
  return (
    <main>
      <h1 className="text-4xl">Susa</h1>
      <p className="text-soft">{servicios.length}</p>
    </main>
  );
}
