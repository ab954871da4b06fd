import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { Icon } from "./icon";

type Props = {
  id: string;
  name: string;
  label: string;
  hint: string;
  accept: string;
  error?: string;
  onCount: (count: number) => void;
};

/**
 * A field for several files. Where JavaScript runs, a second choice adds to the first, and what was chosen stands below
 * it, each with a button that takes it out.
 */
export function FilesField({ id, name, label, hint, accept, error, onCount }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<File[]>([]);
  const [aliens, setAliens] = useState(0);

  const choose = (chosen: File[]) => {
    if (!input.current) return;
    // What the form sends is what the field holds, so the list goes back into it.
    const transfer = new DataTransfer();
    for (const file of chosen) transfer.items.add(file);
    input.current.files = transfer.files;
    setFiles(chosen);
    onCount(chosen.length);
  };
  // Before the script came, or before the page was left and come back to, something may have been chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the beginning.
  useEffect(() => choose([...(input.current?.files ?? [])]), []);

  const add = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(target.files ?? [])];
    // Some systems give no type; the server looks at the content anyway.
    const images = chosen.filter(({ type }) => type === "" || type.startsWith("image/"));
    setAliens(chosen.length - images.length);
    choose([...files, ...images.filter((file) => !files.some((other) => isSame(file, other)))]);
  };

  const describedBy = [error ? `${id}-error` : "", `${id}-ayuda`, aliens > 0 ? `${id}-ajenos` : ""].filter(Boolean).join(" ");
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <p id={`${id}-ayuda`} className="text-sm text-soft">
        {hint}
      </p>
      {error ? (
        <p id={`${id}-error`} className="text-sm font-semibold text-bad">
          {error}
        </p>
      ) : null}
      <input
        ref={input}
        id={id}
        type="file"
        name={name}
        multiple
        accept={accept}
        className="files control"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        onChange={add}
      />
      <div role="alert" id={`${id}-ajenos`}>
        {aliens > 0 ? (
          <p className="text-sm text-bad">
            <strong>Archivos no válidos.</strong> Solo se permiten archivos de imagen.
          </p>
        ) : null}
      </div>
      <p role="status" className="text-sm text-soft">
        {files.length === 0 ? "" : files.length === 1 ? "1 archivo seleccionado" : `${files.length} archivos seleccionados`}
      </p>
      {files.length > 0 ? (
        <ul className="grid gap-1" aria-label="Archivos seleccionados">
          {files.map((file) => (
            <li
              key={`${file.name} ${file.size} ${file.lastModified}`}
              className="flex items-center gap-2 rounded-lg bg-sand pl-3"
            >
              <span className="min-w-0 flex-1 py-1 text-sm wrap-anywhere">
                {file.name} <span className="text-soft">({megabytes(file.size)})</span>
              </span>
              <button
                type="button"
                className="square shrink-0"
                aria-label={`Quitar ${file.name}`}
                onClick={() => {
                  choose(files.filter((other) => other !== file));
                  input.current?.focus();
                }}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function isSame(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
}

function megabytes(bytes: number): string {
  return `${new Intl.NumberFormat("es-MX", { maximumFractionDigits: 1 }).format(Math.max(0.1, bytes / 2 ** 20))} MB`;
}
