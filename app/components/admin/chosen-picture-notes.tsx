import { useEffect, useState } from "react";
import { type NamedPicture, type PicturePlace, pictureNotes } from "~/format/picture-notes";

/**
 * Says of chosen files, before they are sent, what the site cannot show as meant in its `place`. Of a file that the browser cannot
 * read it says nothing: the server does.
 */
export function ChosenPictureNotes({ files, place }: { files: File[]; place: PicturePlace }) {
  const [notes, setNotes] = useState("");
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const pictures: NamedPicture[] = [];
      // One after the other: a phone has no memory for twenty photographs at once.
      for (const file of files) {
        if (isCurrent) pictures.push(...(await readPicture(file)));
      }
      if (isCurrent) setNotes(pictureNotes(pictures, place, "chosen"));
    };
    read();
    return () => {
      isCurrent = false;
    };
  }, [files, place]);
  return (
    <p role="status" className="text-sm font-semibold wrap-anywhere empty:hidden">
      {notes}
    </p>
  );
}

// A file that was chosen before another was added, or removed, is not decoded again.
const sizes = new WeakMap<File, { width: number; height: number } | null>();

/** The name and the size of a picture, as it is shown; none of a file that the browser cannot read. */
async function readPicture(file: File): Promise<NamedPicture[]> {
  let size = sizes.get(file);
  if (size === undefined) {
    // Unlike an <img>, it needs no `blob:` in the Content-Security-Policy.
    const bitmap = await createImageBitmap(file).catch(() => null);
    size = bitmap && { width: bitmap.width, height: bitmap.height };
    bitmap?.close();
    sizes.set(file, size);
  }
  return size ? [{ name: file.name, ...size }] : [];
}
