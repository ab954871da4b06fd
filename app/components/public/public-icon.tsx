import { useContext } from "react";
import { DocumentContext } from "~/components/document-context";
import type { IconName } from "~/components/icon";

/** The icons of `Icon`, inlined in public pages, which load no sprite. */
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
