import { CLIENTE_LABELS, DESTINO_LABELS } from "~/content/cliente-labels";
import { plural } from "~/format/text";
import type { Archivo, ColumnaImportada } from "~/models/clientes/importacion-archivo.server";

const quoted = (name: string) => `«${name || "sin título"}»`;

const LETRAS_LABELS = {
  utf: "Como los guarda un teléfono",
  windows: "Como los guarda Excel en Windows",
  mac: "Como los guarda Excel en una Mac",
  dos: "Como los guardan los programas de antes",
};

/** How the accents were read, with names to see it by, and a choice where it was guessed. Nothing without accents. */
export function LetrasChoice({ letras: { como, nombres, otras } }: Pick<Archivo, "letras">) {
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
              name="letras"
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

/** Which columns became which field, which are not imported, and where each may go instead. */
export function ColumnasChoice({ columnas }: Pick<Archivo, "columnas">) {
  const named = Object.entries(CLIENTE_LABELS).map(([campo, label]) => ({
    label,
    de: [campo, campo === "nombre" ? "apellidos" : ""].flatMap((own) => columnas.filter(({ destino }) => destino === own)),
  }));
  const left = columnas.filter(({ destino }) => destino === "nada");
  return (
    <>
      <ul className="grid gap-1 wrap-anywhere">
        {named.map(({ label, de }) =>
          de.length === 0 ? null : (
            <li key={label}>
              <span className="font-semibold">{label}</span>{" "}
              <span className="text-soft">de {de.map(({ titulo }) => quoted(titulo)).join(" y ")}</span>
            </li>
          ),
        )}
      </ul>
      {left.length === 0 ? null : (
        <p className="line-clamp-6 text-soft wrap-anywhere">
          No se importan: {left.map(({ titulo }) => quoted(titulo)).join(", ")}.
        </p>
      )}
      {columnas.map((columna) => (columna.isAsked ? <DestinoField key={columna.at} {...columna} /> : null))}
      <details>
        <summary className="link">Cambiar qué es cada columna</summary>
        <div className="mt-2 grid gap-5 md:grid-cols-2">
          {columnas.map((columna) => (columna.isAsked ? null : <DestinoField key={columna.at} {...columna} />))}
        </div>
      </details>
    </>
  );
}

function DestinoField({ at, titulo, llenas, muestra, destino, isAsked }: ColumnaImportada) {
  const id = `columna-${at}`;
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
        name={`c${at}`}
        defaultValue={destino ?? ""}
        required={isAsked}
        aria-describedby={`${id}-muestra`}
        className="control"
      >
        {isAsked ? <option value="">Elige…</option> : null}
        {Object.entries(DESTINO_LABELS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
