import type { ReactNode } from "react";
import { plural } from "~/format/text";

type Tipo = "categoria" | "especialista" | "servicio";
type Falta = "respuesta" | "apellido" | "nombre" | "inactiva";
export type PreguntaVista = {
  tipo: Tipo;
  palabra: string;
  clave: string;
  falta: Falta | null;
  respuesta: string;
  apellido: string;
};
type PreguntasProps = {
  preguntas: PreguntaVista[];
  /** How many more there are. */
  more: number;
  waiting: number;
  options: Record<Tipo, { value: string; label: string }[]>;
  /** The columns that are asked. */
  children: ReactNode;
};

const ASKED: Record<Tipo, [question: string, fuera: string]> = {
  categoria: ["¿En qué categoría va", "No traer esos servicios"],
  especialista: ["¿Quién es", "Dejarla fuera"],
  servicio: ["¿Qué servicio es", "No traer esas citas"],
};

const MISSING: Record<Falta, string> = {
  respuesta: "Lo que elegiste ya no está. Elige otra vez.",
  apellido: "Escribe su apellido para agregarla.",
  nombre: "Con ese nombre no se puede agregar. Elige otra respuesta.",
  inactiva: "Ya está en tu equipo, inactiva. Actívala en Empleados, o elige otra respuesta.",
};

/** Whether the surname is asked with a name. */
export const asksApellido = ({ tipo, palabra }: Pick<PreguntaVista, "tipo" | "palabra">) =>
  tipo === "especialista" && !/\s/.test(palabra.trim());

/** The words of the sheets whose meaning only she knows, each asked once, however many rows have it. */
export function Preguntas({ preguntas, more, waiting, options, children }: PreguntasProps) {
  return (
    <section aria-labelledby="preguntas" className="grid gap-4">
      <h2 id="preguntas" className="text-2xl">
        Dinos
      </h2>
      {waiting === 0 ? null : (
        <p>{waiting === 1 ? "1 fila espera tu respuesta." : `${plural(waiting, "fila", "filas")} esperan tu respuesta.`}</p>
      )}
      {more === 0 ? null : (
        <p>{`Hay ${plural(more, "palabra", "palabras")} más por aclarar: contesta estas y toca «Ver cómo queda».`}</p>
      )}
      <div className="grid gap-5 md:grid-cols-2">
        {preguntas.map(({ tipo, palabra, clave, falta, respuesta, apellido }) => {
          const [question, fuera] = ASKED[tipo];
          return (
            <div key={clave} className="grid content-start gap-1.5">
              <label htmlFor={clave} className="font-semibold wrap-anywhere">
                {`${question} «${palabra}»?`}
              </label>
              <select
                id={clave}
                name={clave}
                defaultValue={respuesta}
                required
                className="control"
                aria-invalid={falta ? true : undefined}
                aria-describedby={falta ? `${clave}_falta` : undefined}
              >
                <option value="">Elige…</option>
                {options[tipo].map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
                {tipo === "especialista" ? <option value="crear">Agregarla al equipo</option> : null}
                <option value="fuera">{fuera}</option>
              </select>
              {falta ? (
                <p id={`${clave}_falta`} className="text-sm font-semibold text-bad">
                  {MISSING[falta]}
                </p>
              ) : null}
              {asksApellido({ tipo, palabra }) ? (
                <label className="grid gap-1">
                  Su apellido, si la agregas
                  <input
                    name={`${clave}_apellido`}
                    defaultValue={apellido}
                    required={respuesta === "crear"}
                    className="control"
                    autoComplete="off"
                  />
                </label>
              ) : null}
            </div>
          );
        })}
        {children}
      </div>
    </section>
  );
}
