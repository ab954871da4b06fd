import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { uploadPicture } from "~/media/cloudinary";
import { CloudinaryStandIn, type Mode } from "../support/cloudinary";

/** The pauses that an upload asked for, which it does not have to wait for while `isSkipped`. */
const pauses = vi.hoisted(() => ({ asked: [] as number[], isSkipped: false }));
vi.mock("node:timers/promises", async (original) => {
  const timers = await original<typeof import("node:timers/promises")>();
  const setTimeout = (ms: number) => {
    pauses.asked.push(ms);
    return timers.setTimeout(pauses.isSkipped ? 0 : ms);
  };
  return { ...timers, setTimeout };
});

const cloudinary = new CloudinaryStandIn();
await cloudinary.start();
process.env.CLOUDINARY_URL = cloudinary.url;
afterAll(() => cloudinary.stop());

beforeEach(() => {
  pauses.asked.length = 0;
  pauses.isSkipped = true;
  cloudinary.mode = "ok";
  cloudinary.next.length = 0;
  cloudinary.times.length = 0;
  cloudinary.assets.clear();
});

const ASSET = "susa-servicios/servicios/1-0";
const bytes = Buffer.alloc(300_000, "una foto");
const upload = (ms?: number) =>
  uploadPicture("1-0", () => Readable.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)]), ms);

// `toEqual` takes seconds to compare bytes.
const expectStored = () =>
  expect([...cloudinary.assets].map(([name, stored]) => [name, stored.equals(bytes)])).toEqual([[ASSET, true]]);

const failed = (status: number, retryAfter?: string): Mode => ({
  status,
  message: "oops",
  ...(retryAfter ? { retryAfter } : {}),
});

describe("an upload is tried again", () => {
  test("after the seconds of Retry-After", async () => {
    cloudinary.next.push(failed(429, "1"));
    expect(await upload()).toMatchObject({ isNew: true });
    expect([pauses.asked, cloudinary.times.length]).toEqual([[1000], 2]);
    expectStored();
  });

  test("after the date of Retry-After", async () => {
    pauses.isSkipped = false;
    const at = Math.ceil(Date.now() / 1000) * 1000 + 1_000;
    cloudinary.next.push(failed(503, new Date(at).toUTCString()));
    expect(await upload()).toMatchObject({ isNew: true });
    expect(cloudinary.times).toHaveLength(2);
    expect(cloudinary.times[1]).toBeGreaterThanOrEqual(at - 10);
  });

  test.each<[string, Mode[]]>([
    ["an error of the service twice", [failed(500), failed(500)]],
    ["a status that the SDK does not know", [failed(502)]],
    ["a lost connection", ["gone"]],
  ])("after a growing pause when it meets %s, and stores the whole picture once", async (_, modes) => {
    cloudinary.next.push(...modes);
    expect(await upload()).toMatchObject({ isNew: true });
    expect(pauses.asked.map((pause, tries) => pause >= 400 * 2 ** tries)).toEqual(modes.map(() => true));
    expectStored();
  });

  test("and finds the picture that it stored when the answer was lost", async () => {
    cloudinary.next.push("lost");
    expect(await upload()).toEqual({ isNew: false, url: expect.stringContaining(`${ASSET}.webp`) });
    expect(cloudinary.times).toHaveLength(2);
    expectStored();
  });

  test("but not for longer than its limit", async () => {
    pauses.isSkipped = false;
    cloudinary.mode = failed(500);
    const start = Date.now();
    await expect(upload(1_500)).rejects.toMatchObject({ kind: "network", code: "500" });
    expect(Date.now() - start).toBeLessThan(1_500);
    expect(cloudinary.times.length).toBeGreaterThan(1);
    expect(cloudinary.times.length).toBeLessThan(4);
  });

  test("but not when Retry-After is later than its limit", async () => {
    cloudinary.mode = failed(429, "60");
    await expect(upload()).rejects.toMatchObject({ kind: "quota" });
    expect(cloudinary.times).toHaveLength(1);
  });

  test.each([400, 401, 403, 420])("but not after %i", async (status) => {
    cloudinary.mode = failed(status);
    await expect(upload()).rejects.toMatchObject({ code: String(status) });
    expect(cloudinary.times).toHaveLength(1);
  });
});

describe("an upload ends at its limit", () => {
  test.each<[string, Mode]>([
    ["never answers", "silent"],
    ["reads nothing", "stopped"],
  ])("when Cloudinary %s", async (_, mode) => {
    cloudinary.mode = mode;
    const start = Date.now();
    await expect(upload(400)).rejects.toMatchObject({ kind: "network" });
    const took = Date.now() - start;
    expect(took).toBeGreaterThanOrEqual(390);
    expect(took).toBeLessThan(2_000);
  });

  test("but not while it is slow and makes progress", async () => {
    pauses.isSkipped = false;
    const slow = async function* () {
      for (let n = 0; n < 6; n++) {
        await sleep(200);
        yield bytes.subarray(n * 50_000, (n + 1) * 50_000);
      }
    };
    expect(await uploadPicture("1-0", () => Readable.from(slow()), 700)).toMatchObject({ isNew: true });
    expectStored();
  });
});
