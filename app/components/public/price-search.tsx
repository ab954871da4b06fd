import { MAX_SEARCH_LENGTH } from "~/limits";

/** The form that looks services up by what somebody types; `q` is what was typed last. It works without JavaScript. */
export function PriceSearch({ q = "" }: { q?: string }) {
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
        />
        <button className="button" type="submit">
          Ver precios
        </button>
      </form>
    </search>
  );
}
