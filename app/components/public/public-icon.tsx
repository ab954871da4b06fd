import { useContext } from "react";
import { DocumentContext } from "~/components/document-context";
import type { IconName } from "~/components/icon";

/** The same icons, drawn inside the page: a public page asks for nothing more before it shows its text. */
export function PublicIcon({ name, filled = false }: { name: IconName; filled?: boolean }) {
  const { iconPaths } = useContext(DocumentContext);
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill={filled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="shrink-0"
    >
      <path d={iconPaths?.get(name)} />
    </svg>
  );
}
