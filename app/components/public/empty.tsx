import { Twig } from "./twig";

/** What a page says in the place of a list that has nothing in it; with a link to Home when nothing else on the page leads on. */
export function Empty({ text, leadsHome = false }: { text: string; leadsHome?: boolean }) {
  return (
    <div className="empty notice">
      <Twig />
      <p>{text}</p>
      {leadsHome ? (
        <a className="button button-quiet" href="/">
          Ir al inicio
        </a>
      ) : null}
    </div>
  );
}
