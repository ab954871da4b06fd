/** The flash message for a saved client whose telephone or e-mail other records have too, with the link to them. */
export function sayOtherRecords(id: string, count: number) {
  return {
    description: `${count === 1 ? "Otra ficha tiene" : "Otras fichas tienen"} el mismo teléfono o correo.`,
    link: { href: `/admin/clientes/${id}/fusionar`, label: "Comparar las fichas" },
  };
}
