import { expect, test } from "vitest";
import { raceForSlots } from "../../../support/race";
import { sql } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const site = await startSiteForFile();
const staff = await site.staff("ana@ejemplo.mx");

/** Books slots with ten requests each, and checks that one gets each slot and nine get their form back with their values. */
async function expectOneWinnerPerSlot(slots: number): Promise<void> {
  const { won, lost, citas, overlaps, wrong } = await raceForSlots(staff, sql, { slots, rivals: 10, concurrentSlots: 3 });
  expect(wrong).toEqual([]);
  expect({ won, lost, citas, overlaps }).toEqual({ won: slots, lost: slots * 9, citas: slots, overlaps: 0 });
}

test("of ten people who book the same slot one gets it, and nine get their form back with their values", () =>
  expectOneWinnerPerSlot(3));

test("one of ten gets each of thirty slots", { tags: ["slow"], timeout: 300_000 }, async () => {
  await sql("TRUNCATE citas_susa CASCADE");
  await expectOneWinnerPerSlot(30);
});
