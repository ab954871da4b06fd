import { json } from "@remix-run/node";

export function loader() {
  throw json(null, { status: 404 });
}

/** Never rendered: the loader throws, and the error boundary shows NotFoundPage. Without it this route would have no page. */
export default function Nowhere() {
  return null;
}
