import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import { ChosenPictureNotes } from "~/components/admin/chosen-picture-notes";
import { useFormState } from "~/components/form";
import { Icon } from "~/components/icon";
import { IMAGE_TYPES, NOT_VALID, ONLY_IMAGES } from "~/content/imagenes";
import { formatOneDecimal } from "~/format/numbers";
import { MAX_PHOTO_MB, MAX_PHOTOS, MB } from "~/limits";

const NOT_HERE = "Si habías elegido archivos, elígelos otra vez: el navegador no los conserva.";
const STILL_HERE = "Las fotos que faltan siguen aquí: no las elijas otra vez. Si eliges otras, se suben esas en su lugar.";

/** What a form of photographs knows of them: those that are chosen, or the server kept (`field`), and what its buttons say. */
export function usePhotos(field: FieldMetadata<string | undefined>) {
  // Null until JavaScript runs.
  const [chosen, setChosen] = useState<number | null>(null);
  const kept = field.initialValue ?? "";
  const missing = chosen ? 0 : Number.parseInt(kept, 10) || 0;
  const sent = chosen || missing;
  const again = missing === 1 ? "la que falta" : `las que faltan (${missing})`;
  return {
    field,
    kept,
    chosen,
    setChosen,
    missing,
    sent,
    button: missing ? `Intentar otra vez con ${again}` : chosen ? `Subir ${chosen} imagen(es)` : undefined,
    pending: sent ? `Subiendo ${sent} imagen(es)...` : undefined,
    work: sent ? { sending: "Subiendo las fotos", preparing: "Ya llegaron. Las estamos preparando..." } : undefined,
  };
}

/** The heading of the errors where files were no pictures. */
export function fileErrorsTitle({ errors }: Pick<FormMetadata, "errors">): string | undefined {
  return errors?.[0] === ONLY_IMAGES ? NOT_VALID : undefined;
}

/**
 * The field for the photographs. With JavaScript a second choice adds to the first, the chosen files are listed with a button to remove
 * each, and files that the server would reject are left out.
 */
export function FilesField({ name, photos }: { name: string; photos: ReturnType<typeof usePhotos> }) {
  const formState = useFormState();
  const input = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<File[]>([]);
  const [problems, setProblems] = useState<string[]>([]);

  const choose = (chosen: File[]) => {
    if (!input.current) return;
    // The form sends the files of the input, so the list is written back into it.
    const transfer = new DataTransfer();
    for (const file of chosen) transfer.items.add(file);
    input.current.files = transfer.files;
    setFiles(chosen);
    photos.setChosen(chosen.length);
  };

  const add = () => {
    const added = [...(input.current?.files ?? [])].filter((file) => !files.some((other) => isSame(file, other)));
    // Some systems give no type. The server checks the content anyway.
    const images = added.filter(({ type }) => type === "" || type.startsWith("image/"));
    const smallEnough = images.filter(({ size }) => size <= MAX_PHOTO_MB * MB);
    const all = [...files, ...smallEnough];
    choose(all.slice(0, MAX_PHOTOS));
    setProblems([
      ...(images.length < added.length ? [`Archivos no válidos. ${ONLY_IMAGES}`] : []),
      ...images.filter((file) => !smallEnough.includes(file)).map((file) => `${file.name}: pesa más de ${MAX_PHOTO_MB} MB.`),
      ...(all.length > MAX_PHOTOS ? [`Solo se suben ${MAX_PHOTOS} archivos a la vez.`] : []),
    ]);
  };
  // Files may have been chosen before hydration, or before the page was restored.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once, on mount.
  useEffect(add, []);

  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor="imagen-archivos" className="font-semibold">
        Archivos de imagen
      </label>
      <p id="imagen-archivos-ayuda" className="text-sm text-soft">
        Fotos de tu teléfono, hasta {MAX_PHOTOS} de {MAX_PHOTO_MB}&nbsp;MB.
      </p>
      <input
        ref={input}
        id="imagen-archivos"
        type="file"
        name={name}
        multiple
        accept={IMAGE_TYPES}
        className="files control"
        aria-describedby="imagen-archivos-ayuda imagen-archivos-rechazos"
        onChange={add}
      />
      <div role="alert" id="imagen-archivos-rechazos" className="text-sm font-semibold text-bad wrap-anywhere">
        {problems.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
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
                {file.name} <span className="text-soft">({inMegabytes(file.size)})</span>
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
      <ChosenPictureNotes files={files} place="galeria" />
      <input type="hidden" name={photos.field.name} value={photos.kept} readOnly />
      {photos.missing || (formState && !photos.chosen) ? (
        <p className={`text-sm font-semibold ${photos.missing ? "" : "text-bad"}`}>{photos.missing ? STILL_HERE : NOT_HERE}</p>
      ) : null}
    </div>
  );
}

function isSame(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
}

function inMegabytes(bytes: number): string {
  return `${formatOneDecimal(Math.max(0.1, bytes / MB))} MB`;
}
