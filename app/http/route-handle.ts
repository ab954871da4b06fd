/** What a route module may declare in its `handle` export. */
export type RouteHandle = {
  /** The screen gets the framework's JavaScript. */
  hydrate?: boolean;
  /** The route answers with a file and has no page to show an error on. */
  isFile?: boolean;
  /** The names of the form's fields that are lists of rows: `insumos` takes `insumos[0].nombre`. */
  lists?: string[];
};
