import { expect, test } from "vitest";
import type { Jornada } from "~/content/estudio";
import { ESTUDIO } from "~/content/estudio";
import { formatHours, schemaHours } from "~/format/hours";

const ten: Jornada = { abre: "10:00", cierra: "18:00" };
const late: Jornada = { abre: "09:30", cierra: "20:00" };

test("the default week is described in one sentence", () => {
  expect(formatHours(ESTUDIO.horario)).toEqual(["Martes a sábado, de 10:00 a.m. a 6:00 p.m."]);
});

test("consecutive days with the same hours are grouped, and closed days are left out", () => {
  expect(formatHours([ten, null, ten, ten, late, late, late])).toEqual([
    "Lunes, de 10:00 a.m. a 6:00 p.m.",
    "Miércoles y jueves, de 10:00 a.m. a 6:00 p.m.",
    "Viernes a domingo, de 9:30 a.m. a 8:00 p.m.",
  ]);
  expect(formatHours([null, null, null, null, null, null, null])).toEqual([]);
});

test("the structured data for search engines has the same hours", () => {
  expect(schemaHours([ten, ten, null, null, null, null, late])).toEqual([
    { "@type": "OpeningHoursSpecification", dayOfWeek: ["Monday", "Tuesday"], opens: "10:00", closes: "18:00" },
    { "@type": "OpeningHoursSpecification", dayOfWeek: ["Sunday"], opens: "09:30", closes: "20:00" },
  ]);
});
