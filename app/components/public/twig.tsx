import { useRouteLoaderData } from "@remix-run/react";
import type { Site } from "~/http/public-page.server";

/** The drawing beside a short text, `size` pixels wide. The demo's alone: nothing is drawn for somebody's own studio. */
export function Twig({ size = 96, lazy = false }: { size?: number; lazy?: boolean }) {
  const site = useRouteLoaderData("routes/public/layout") as Site | undefined;
  if (!site || site.estudio.isOwn) return null;
  return <img src="/art/hoja.svg" alt="" width={size} height={size} loading={lazy ? "lazy" : undefined} />;
}
