import type { Right } from "~/models/cuentas/permiso.server";

/**
 * How large the body may be, a sentence in Spanish for the page that rejects a larger one, and the right that the route asks for:
 * only its accounts may take longer than for a form.
 */
export type UploadLimit = { maxBytes: number; advice: string; right: Right };

/** What a route module may declare in its `handle` export. */
export type RouteHandle = {
  /** The screen gets the framework's JavaScript. */
  hydrate?: boolean;
  /** The route answers with a file and has no page to show an error on. */
  isFile?: boolean;
  /**
   * The parameters of the URL that change what the route answers: the page cache keeps an answer for each of their values. Other
   * parameters are ignored. A page of routes/public/ without any need not say so.
   */
  cacheParams?: string[];
  /** The names of the form's fields that are lists of rows: `insumos` takes `insumos[0].nombre`. */
  lists?: string[];
  /** The route accepts files. */
  upload?: UploadLimit & {
    /** The values of a parameter that accept files; all others have the limit of an ordinary form. */
    params?: Record<string, string[]>;
  };
};
