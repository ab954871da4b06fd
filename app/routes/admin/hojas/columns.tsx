import type { SerializeFrom } from "@remix-run/node";
import { plural } from "~/format/text";
import type { ColumnaVista, viewLetras } from "~/models/importacion/hojas.server";

const quoted = (name: string) => `«${name || "sin título"}»`;

const LETRAS_LABELS = {
  utf: "Como los guarda un teléfono",
  windows: "Como los guarda Excel en Windows",
  mac: "Como los guarda Excel en una Mac",
  dos: "Como los guardan los programas de antes",
};

type Letras = NonNullable<SerializeFrom<ReturnType<typeof viewLetras>>>;

/** How the accents were read, with names to see it by, and a choice where it was guessed. Nothing without accents. */
export function LetrasChoice({ n, como, nombres, otras }: Letras & { n: number }) {
  if (nombres.length === 0) return null;
  if (otras.length === 0) {
    return (
      <p className="wrap-anywhere">
        <span className="font-semibold">Los acentos se leen así:</span> {nombres.join(", ")}.
      </p>
    );
  }
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">¿Cómo se leen bien los nombres?</legend>
      <div className="grid gap-1">
        {otras.map(({ como: letras, nombres: leidos }) => (
          <label key={letras} className="flex min-h-11 items-start gap-3 py-2">
            <input
              type="radio"
              name={`h${n}_letras`}
              value={letras}
              defaultChecked={letras === como}
              className="size-5 shrink-0 accent-accent"
            />
            <span className="min-w-0 wrap-anywhere">
              {leidos.join(", ")}
              <span className="block text-sm text-soft">{LETRAS_LABELS[letras]}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type ColumnasProps = { n: number; columnas: ColumnaVista[]; labels: Record<string, string> };

/** Which columns became which field, and which are not brought. */
export function ColumnasLine({ columnas, labels }: Omit<ColumnasProps, "n">) {
  const placedAt = (campo: string) => columnas.filter(({ destino }) => destino === campo);
  const named = Object.entries(labels).flatMap(([campo, label]) => {
    // The surnames are shown with the name.
    const from = campo === "apellidos" ? [] : [campo, ...(campo === "nombre" ? ["apellidos"] : [])].flatMap(placedAt);
    const isSame = from.length === 1 && from[0]?.titulo.toLowerCase() === label.toLowerCase();
    return from.length === 0 ? [] : [isSame ? label : `${label} de ${from.map(({ titulo }) => quoted(titulo)).join(" y ")}`];
  });
  const left = placedAt("nada");
  return (
    <>
      <p className="wrap-anywhere">{named.join(" · ")}</p>
      {left.length === 0 ? null : (
        <p className="line-clamp-6 text-soft wrap-anywhere">
          No se traen: {left.map(({ titulo }) => quoted(titulo)).join(", ")}.
        </p>
      )}
    </>
  );
}

/** Where each column may go instead; those that are asked (`isAsked`), or the others. */
export function ColumnasChoice({ n, columnas, labels, isAsked }: ColumnasProps & { isAsked: boolean }) {
  return columnas.map((columna) =>
    columna.isAsked === isAsked ? <DestinoField key={columna.at} n={n} labels={labels} {...columna} /> : null,
  );
}

type DestinoFieldProps = ColumnaVista & { n: number; labels: Record<string, string> };

function DestinoField({ n, labels, at, titulo, llenas, muestra, destino, isAsked }: DestinoFieldProps) {
  const name = `h${n}_c${at}`;
  const id = `columna-${n}-${at}`;
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-semibold wrap-anywhere">
        {isAsked ? `¿Qué hacemos con ${quoted(titulo)}?` : quoted(titulo)}
      </label>
      <p id={`${id}-muestra`} className="text-sm text-soft wrap-anywhere">
        {llenas === 0 ? "Está vacía." : `${plural(llenas, "fila trae", "filas traen")} algo: ${quoted(muestra)}.`}
        {isAsked ? " Puede traer alergias o algo que cuidar; lo que importes se guarda protegido." : null}
      </p>
      <select
        id={id}
        name={name}
        defaultValue={destino ?? ""}
        required={isAsked}
        aria-describedby={`${id}-muestra`}
        className="control"
      >
        {isAsked || destino === null ? <option value="">Elige…</option> : null}
        <option value="nada">No traerla</option>
        {Object.entries(labels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
