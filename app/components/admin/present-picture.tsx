import type { Ground } from "~/format/picture";

type Props = {
  url: string;
  alt: string;
  /** Of a logo, the ground on which it is readable. */
  ground?: Ground | null;
};

/** A picture of the studio as it is stored. */
export function PresentPicture({ url, alt, ground }: Props) {
  if (!ground) return <img src={url} alt={alt} className="max-h-56 w-auto max-w-full rounded-xl" />;
  return (
    <span className={`block w-fit rounded-xl border border-line p-4 ${ground === "dark" ? "bg-[#35182b]" : "bg-[#fbf6f1]"}`}>
      <img src={url} alt={alt} className="max-h-24 w-auto max-w-full" />
    </span>
  );
}
