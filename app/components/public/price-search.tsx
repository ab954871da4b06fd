import { MAX_SEARCH_LENGTH } from "~/limits";

/** The form that looks services up by what somebody types; `q` is what was typed last, on the page with the prices. No JavaScript. */
export function PriceSearch({ q, example }: { q?: string; example: string | undefined }) {
  return (
    <search>
      <form action="/precios" className="price-search">
        <label htmlFor="q">¿Qué te quieres hacer?</label>
        <input
          id="q"
          className="control"
          type="search"
          name="q"
          defaultValue={q}
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
          enterKeyHint="search"
          placeholder={example && `p. ej., ${example}`}
        />
        <button className={q === undefined ? "button" : "button button-quiet"} type="submit">
          {q === undefined ? "Ver precios" : "Buscar"}
        </button>
      </form>
    </search>
  );
}
