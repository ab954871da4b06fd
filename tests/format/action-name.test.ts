import { expect, test } from "vitest";
import { completeAction, nameApart } from "~/format/action-name";

test.each([
  // Each button of an appointment, and of its line among the reminders.
  ["Confirmar", "la cita de las 12:00 p.m. de Ana", "Confirmar la cita de las 12:00 p.m. de Ana"],
  ["Mover", "la cita de Ana", "Mover la cita de Ana"],
  ["Completar", "la cita de Ana", "Completar la cita de Ana"],
  ["Reabrir", "la cita de Ana", "Reabrir la cita de Ana"],
  ["Recordar", "la cita de Ana", "Recordar la cita de Ana"],
  ["Reagendar", "la cita de Ana", "Reagendar la cita de Ana"],
  ["Cancelar cita", "la cita de la 1:00 p.m. de Ana", "Cancelar cita de la 1:00 p.m. de Ana"],
  ["Quitar la confirmación", "la cita de Ana", "Quitar la confirmación de la cita de Ana"],
  ["Quitar «no asistió»", "la cita de Ana", "Quitar «no asistió» de la cita de Ana"],
  ["Pedir confirmación", "la cita de Ana", "Pedir confirmación de la cita de Ana"],
  ["Dar las gracias", "la cita de Ana", "Dar las gracias por la cita de Ana"],
  ["No asistió", "la cita de las 12:00 p.m. de Ana", "No asistió a la cita de las 12:00 p.m. de Ana"],
  ["Viene", "la cita de Ana", "Viene a la cita de Ana"],
  ["Otra vez", "la cita de Ana", "Otra vez recordar la cita de Ana"],
  // Other records.
  ["Editar", "a Ana Sol", "Editar a Ana Sol"],
  ["Eliminar", "el egreso de Renta", "Eliminar el egreso de Renta"],
  ["Quitar", "el calendario de Ana", "Quitar el calendario de Ana"],
  ["Cambiar dirección", "el calendario de Ana", "Cambiar dirección del calendario de Ana"],
  ["Devolver anticipo", "$100.00", "Devolver anticipo de $100.00"],
  ["Usar los textos originales", "Nosotros", "Usar los textos originales de Nosotros"],
])("%s is completed with %s", (label, record, name) => {
  expect(label + completeAction(label, record)).toBe(name);
});

test("records of one page are named apart: alone, by more, and else by their place", () => {
  const rows = ["$380", "$250", "$380", "$250", "$250"].map((monto, id) => ({
    id: String(id),
    monto,
    what: id < 3 ? "corte" : "tinte",
  }));
  const names = nameApart(
    [...rows, { id: "5", monto: "$90", what: "tinte" }],
    ({ monto }) => monto,
    ({ what }) => ` por ${what}`,
  );
  expect([...names.values()]).toEqual([
    "$380 por corte (1 de 2)",
    "$250 por corte",
    "$380 por corte (2 de 2)",
    "$250 por tinte (1 de 2)",
    "$250 por tinte (2 de 2)",
    "$90",
  ]);
});
