import { json } from "@remix-run/node";

export function loader() {
  throw json(null, { status: 404 });
}

/** Never seen: the loader always throws, and the layout answers. It makes this a page, so that a page is what answers. */
export default function Nowhere() {
  return null;
}
