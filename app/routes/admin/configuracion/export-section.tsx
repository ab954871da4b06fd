import { Icon } from "~/components/icon";

/** The section about exporting the studio as one file: what it contains, what it does not, and how to restore it. */
export function Respaldo() {
  return (
    <section aria-labelledby="respaldo" className="grid gap-5 rounded-2xl border border-line bg-card p-5 md:p-8">
      <div>
        <h2 id="respaldo" className="text-2xl">
          Respaldo
        </h2>
        <p className="mt-1 max-w-2xl text-soft">
          Un solo archivo con todo tu estudio, tal como está ahora. Guárdalo en un lugar seguro.
        </p>
      </div>
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
        <Points
          title="Lo que contiene"
          points={[
            "Citas, clientas, servicios, inventario, ingresos y egresos, en hojas de cálculo.",
            "Las imágenes, en todos sus tamaños.",
            "Las cuentas del equipo, con sus contraseñas cifradas.",
            "Las notas de salud y los calendarios privados, cifrados.",
          ]}
        />
        <Points
          title="Lo que no contiene"
          points={[
            "La llave que abre las notas de salud: la guarda aparte quien instaló Susa.",
            "Las sesiones abiertas: si lo restauras, cada quien vuelve a entrar.",
            "Las fotos que están en otros sitios: solo se guarda su enlace.",
          ]}
        />
      </div>
      {/* A plain form, because the answer is a file. */}
      <form method="post" action="/admin/configuracion/exportar" className="grid justify-items-start gap-2">
        <button type="submit" className="button" aria-describedby="respaldo-aviso">
          <Icon name="download" />
          Descargar respaldo
        </button>
        <p id="respaldo-aviso" className="max-w-2xl text-sm text-soft">
          Lleva datos personales de tus clientas: quien tenga el archivo puede leerlos. Si tienes muchas fotos, tarda unos
          minutos.
        </p>
      </form>
      <div className="max-w-2xl border-t border-line pt-5">
        <h3 className="text-xl">Para restaurarlo</h3>
        <p className="mt-1">Dale el archivo a quien instaló Susa. El LEEME.txt que viene adentro explica cómo, paso a paso.</p>
      </div>
    </section>
  );
}

function Points({ title, points }: { title: string; points: string[] }) {
  return (
    <div>
      <h3 className="text-xl">{title}</h3>
      <ul className="mt-2 grid list-disc gap-1.5 pl-5">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}
