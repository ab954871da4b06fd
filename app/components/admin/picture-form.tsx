import { useEffect, useRef, useState } from "react";
import { ErrorSummary, FormButtons, SubmitButton, useForm, useFormState, WriteForm } from "~/components/form";
import { IMAGE_TYPES, ONLY_IMAGES } from "~/content/imagenes";
import type { Ground } from "~/format/picture";
import type { PicturePlace } from "~/format/picture-notes";
import { ChosenPictureNotes } from "./chosen-picture-notes";
import { ConfirmDisclosure } from "./confirm-disclosure";
import { PresentPicture } from "./present-picture";

type Props = {
  /** The address of the present picture, or null. */
  url: string | null;
  ground?: Ground | null;
  /** The name of the file field. */
  field: string;
  megabytes: number;
  /** Where the picture is shown. */
  place: PicturePlace;
  back: string;
  /** The label of the button that removes the picture, and its question. */
  remove: string;
  question: string;
};

/** The form that uploads or removes the only picture of something. */
export function PictureForm({ url, ground, field, megabytes, place, back, remove, question }: Props) {
  const formState = useFormState();
  const [form] = useForm({ id: "imagen" });
  const input = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<File[]>([]);
  const look = () => setFiles([...(input.current?.files ?? [])]);
  // A file may have been chosen before hydration, or before the page was restored.
  useEffect(look, []);
  return (
    <div className="grid max-w-xl gap-6">
      <ErrorSummary form={form} title={form.errors?.[0] === ONLY_IMAGES ? "Archivos no válidos" : undefined} />
      {url === null ? null : <PresentPicture url={url} alt="Imagen actual" ground={ground} />}
      <WriteForm
        id={form.id}
        encType="multipart/form-data"
        className="grid gap-5"
        work={{ sending: "Subiendo la imagen", preparing: "Ya llegó. La estamos preparando..." }}
      >
        <div className="grid gap-1.5">
          <label htmlFor="imagen-archivo" className="font-semibold">
            {url === null ? "Archivo de imagen" : "Otro archivo de imagen"}
          </label>
          <p id="imagen-ayuda" className="text-sm text-soft">
            De hasta {megabytes}&nbsp;MB, como JPEG o PNG.
          </p>
          {formState ? <p className="text-sm font-semibold text-bad">Si habías elegido un archivo, elígelo otra vez.</p> : null}
          <input
            ref={input}
            id="imagen-archivo"
            type="file"
            name={field}
            required
            accept={IMAGE_TYPES}
            className="files control"
            aria-describedby="imagen-ayuda"
            onChange={look}
          />
          <ChosenPictureNotes files={files} place={place} />
        </div>
        <FormButtons back={back} pending="Subiendo 1 imagen(es)...">
          Guardar
        </FormButtons>
      </WriteForm>
      {url === null ? null : (
        <ConfirmDisclosure label={remove} question={question}>
          <WriteForm>
            <input type="hidden" name="quitar" value="si" />
            <SubmitButton className="button button-bad" pending="Quitando...">
              {remove}
            </SubmitButton>
          </WriteForm>
        </ConfirmDisclosure>
      )}
    </div>
  );
}
