const LIST_PARAMS = ["vista", "dia", "q", "cuando", "empleado", "estado", "pagina"];

/** The path of the list with its own parameters of `search`, without those that fill in a new appointment. */
export function listPath(search: string): string {
  const params = new URLSearchParams(search);
  const kept = LIST_PARAMS.flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, value]] : [];
  });
  return kept.length > 0 ? `/admin/citas?${new URLSearchParams(kept)}` : "/admin/citas";
}
