import { expect, test } from "vitest";
import { countCitasAhead } from "../../../app/models/citas/cita-list.server";
import { createCita, createCliente, createEmpleado } from "../../support/factories";

test("open appointments from now on are ahead of a client and of her specialist, the next one on the studio's day", async () => {
  const [luz, eva, nadie] = [await createCliente(), await createCliente(), await createCliente()];
  const [ana, leo] = [await createEmpleado(), await createEmpleado()];
  for (const [inicio, cliente_id, empleado_id, estado] of [
    ["2020-05-06T18:00:00Z", luz, ana, "programada"],
    ["2020-05-07T18:00:00Z", luz, ana, "completada"],
    ["2099-05-01T18:00:00Z", luz, ana, "cancelada"],
    ["2099-05-09T18:00:00Z", luz, leo, "confirmada"],
    ["2099-05-06T02:30:00Z", luz, ana, "programada"],
    ["2099-05-08T18:00:00Z", eva, ana, "confirmada"],
    ["2099-05-07T18:00:00Z", null, null, "programada"],
  ] as const)
    await createCita(inicio, { cliente_id, empleado_id, estado });

  const all = [luz, eva, nadie].map((id) => ({ id }));
  // At half past two in London it is still the day before in Mexico.
  const inMexico = await countCitasAhead("cliente_id", all, "America/Mexico_City");
  expect(inMexico).toEqual(
    new Map([
      [luz, { citas: 2, proxima: "2099-05-05" }],
      [eva, { citas: 1, proxima: "2099-05-08" }],
    ]),
  );
  expect(await countCitasAhead("cliente_id", [{ id: luz }], "Asia/Tokyo")).toEqual(
    new Map([[luz, { citas: 2, proxima: "2099-05-06" }]]),
  );
  expect(await countCitasAhead("empleado_id", [{ id: ana }, { id: leo }], "America/Mexico_City")).toEqual(
    new Map([
      [ana, { citas: 2, proxima: "2099-05-05" }],
      [leo, { citas: 1, proxima: "2099-05-09" }],
    ]),
  );
  expect(await countCitasAhead("cliente_id", [], "America/Mexico_City")).toEqual(new Map());
});
