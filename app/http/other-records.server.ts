/** The flash message after saving a client whose telephone or e-mail `count` other records also have, with a link to them. */
export function otherRecordsFlash(id: string, count: number) {
  return {
    description: `${count === 1 ? "Otra ficha tiene" : "Otras fichas tienen"} el mismo teléfono o correo.`,
    link: { href: `/admin/clientes/${id}/fusionar`, label: "Comparar las fichas" },
  };
}
