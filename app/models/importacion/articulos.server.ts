import { formatMoney, formatNumber } from "~/format/numbers";
import { type ItemValues, itemSchema } from "~/models/inventario/item.server";
import { findMeaning, headingWords, type Meaning, words } from "./encabezados.server";
import { type Conocida, firstNumber, firstText, insertRows, type Lista, plain, problemsOf, rowIn } from "./lista.server";

const LABELS = {
  nombre: "Nombre",
  cantidad: "Cantidad",
  minimo: "Mínimo",
  precio_unitario: "Precio unitario",
  precio_venta: "Precio de venta",
  categoria: "Categoría",
  proveedor: "Proveedor",
  rinde: "Rinde",
  descripcion: "Descripción",
};

type Campo = keyof typeof LABELS;

const ITEM = words("producto productos articulo articulos item items insumo insumos material materiales product");
const MEANINGS: Meaning<Campo>[] = [
  {
    sentido: { destino: "minimo" },
    key: words("minimo minima minimos min reorden"),
    with: words("stock existencia existencias cantidad punto nivel inventario"),
  },
  { sentido: { destino: "precio_venta" }, key: words("venta publico pvp retail sale"), with: words("precio price al") },
  {
    sentido: { destino: "precio_unitario" },
    key: words("costo costos cost unitario compra"),
    with: words("precio price unidad por mxn pesos"),
  },
  { sentido: { destino: "precio_venta" }, key: words("precio price"), with: words("mxn pesos") },
  {
    sentido: { destino: "cantidad" },
    key: words("cantidad cantidades existencia existencias stock piezas pzas inventario unidades qty quantity"),
    with: words("actual actuales hay en"),
  },
  { sentido: { destino: "rinde" }, key: words("rinde rendimiento aplicaciones"), with: words("servicios por pieza") },
  { sentido: { destino: "proveedor" }, key: words("proveedor proveedores supplier marca brand"), with: ITEM },
  { sentido: { destino: "categoria" }, key: words("categoria category tipo familia linea"), with: ITEM },
  { sentido: { destino: "descripcion" }, key: words("descripcion description detalle notas"), with: ITEM },
  { sentido: { destino: "nombre" }, key: [...ITEM, ...words("nombre name")], with: ITEM },
];

export const listaDeArticulos: Lista<ItemValues> = {
  clase: "articulos",
  tipo: "item",
  tabla: "inventario_susa",
  usedBy: [["venta_lineas_susa", "item_id"]],
  labels: LABELS,
  meaningOf: (heading) => findMeaning(headingWords(heading).found, MEANINGS)?.sentido ?? null,
  required: [["nombre"], ["cantidad", "minimo", "precio_unitario", "proveedor"]],
  ejemplo: {
    ...{
      nombre: "Artículo de ejemplo (borra esta fila)",
      cantidad: "12",
      minimo: "3",
      precio_unitario: "85",
      precio_venta: "150",
    },
    ...{ categoria: "Cuidado en casa", proveedor: "Proveedor de ejemplo", rinde: "1", descripcion: "" },
  },
  hints: [...ITEM, ...words("inventario almacen stock insumos")],

  read({ textos }) {
    const number = (campo: Campo) => firstNumber(textos(campo)).replace(/^(-?\d+)[.,]0+$/, "$1");
    const nombre = firstText(textos("nombre"));
    const read = itemSchema.safeParse({
      nombre,
      cantidad: number("cantidad").replace(/\s*(?:pzas?|piezas?|unidades|uds?)\.?$/i, "") || "0",
      minimo: number("minimo"),
      rinde: number("rinde"),
      precio_unitario: firstNumber(textos("precio_unitario")),
      precio_venta: firstNumber(textos("precio_venta")),
      categoria: firstText(textos("categoria")),
      proveedor: firstText(textos("proveedor")),
      descripcion: textos("descripcion")
        .map(({ text }) => text)
        .join("\n"),
    });
    const problems = problemsOf(read.error, LABELS);
    const isBelow = read.success && read.data.cantidad < 0;
    if (isBelow) problems.push({ campo: "cantidad", sentence: "Cantidad: escribe cuántas hay, de 0 en adelante." });
    return { nombre, values: read.success ? read.data : null, problems, avisos: [], preguntas: [], isNadie: null };
  },

  // An item is known by its name.
  async findKnown(from, filas) {
    const rows = await from.$queryRaw<{ nombre: string }[]>`SELECT nombre FROM inventario_susa`;
    const present = new Set(rows.map(({ nombre }) => plain(nombre)));
    const inSheet = new Map<string, number>();
    return new Map(
      filas.flatMap(({ fila, values, problems }): [number, Conocida][] => {
        if (!values) return [];
        const name = plain(values.nombre);
        if (present.has(name)) return [[fila, { sentence: "Ya está en tu inventario." }]];
        const earlier = inSheet.get(name);
        if (earlier !== undefined) return [[fila, { sentence: `Se llama igual que el de la fila ${rowIn(earlier)}.` }]];
        if (problems.length === 0) inSheet.set(name, fila);
        return [];
      }),
    );
  },

  describe: ({ cantidad, precio_unitario }) => `${formatNumber(cantidad)} · ${formatMoney(precio_unitario)}`,

  // Its first stock came with it; a later movement changed the item.
  async remove(transaction, ids) {
    await transaction.movimiento.deleteMany({ where: { item_id: { in: ids } } });
  },

  async write(transaction, nuevas, _contexto, cuenta_id) {
    await insertRows(
      transaction,
      "inventario_susa",
      nuevas.map(({ id, values }) => ({ id, ...values })),
    );
    // The stock is always the sum of its movements.
    const movements = nuevas.flatMap(({ id, values: { nombre, cantidad } }) =>
      cantidad > 0
        ? [
            {
              item_id: id,
              item_nombre: nombre,
              tipo: "entrada",
              cantidad,
              saldo: cantidad,
              motivo: "Existencia inicial",
              cuenta_id,
            },
          ]
        : [],
    );
    await insertRows(transaction, "movimientos_inventario_susa", movements);
  },
};
