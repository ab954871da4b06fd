const LIST_PARAMS = ["vista", "dia", "q", "cuando", "empleado", "estado", "pagina"];

/** The path of the list with the parameters of its own in `search`; those that fill in a new appointment are left out. */
export function listPath(search: string): string {
  const params = new URLSearchParams(search);
  const kept = LIST_PARAMS.flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, value]] : [];
  });
  return kept.length > 0 ? `/admin/citas?${new URLSearchParams(kept)}` : "/admin/citas";
}
