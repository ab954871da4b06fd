import { afterAll, beforeAll, expect, test } from "vitest";
import { type Site, startSite, type Visitor } from "../../../support/browser";
import { raceForSlots } from "../../../support/race";
import { sql } from "../../../support/test-database";

let site: Site;
let staff: Visitor;

beforeAll(async () => {
  site = await startSite();
  staff = await site.staff("ana@ejemplo.mx");
});
afterAll(() => site.close());

// One slot is raced for in booking.test.ts; the full race, for a thousand slots, is `npm run bench:race`.
test("of ten people who book the same slot one gets it, and nine get their form back with their values", {
  timeout: 300_000,
  tags: ["slow"],
}, async () => {
  const { won, lost, citas, overlaps, wrong } = await raceForSlots(staff, sql, { slots: 30, rivals: 10, concurrentSlots: 3 });
  expect(wrong).toEqual([]);
  expect({ won, lost, citas, overlaps }).toEqual({ won: 30, lost: 270, citas: 30, overlaps: 0 });
});
