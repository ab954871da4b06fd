import { slug } from "~/format/slug";
import { capitalize } from "~/format/text";

/** Links to the part of the page of each category, whose id is its slug. */
export function CategoryIndex({ categorias }: { categorias: string[] }) {
  return (
    <ul className="index" aria-label="Categorías">
      {categorias.map((categoria) => (
        <li key={categoria}>
          <a href={`#${slug(categoria)}`}>{capitalize(categoria)}</a>
        </li>
      ))}
    </ul>
  );
}
