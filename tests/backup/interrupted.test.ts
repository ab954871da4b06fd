import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, watch } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { freshFolder, query } from "../support/process";
import { tcpProxyTo } from "../support/tcp-proxy";
import { testDatabase } from "../support/test-database";
import { countRows, manifestOf, packZip, restore, startRestore, unzip } from "./restore-program";
import { dataDir, exportOf, fillStudio, PICTURES, sourceUrl } from "./studio";

describe("a restore", { tags: ["slow"] }, () => {
  let zip: Buffer;
  beforeAll(async () => {
    await fillStudio();
    zip = await exportOf(sourceUrl, dataDir);
  });

  /** Starts a restore and kills it while it writes this picture; gives the database and the folder it leaves. */
  async function killAtPicture(archive: Buffer, name: string) {
    // On a busy machine the restore may end before the file watcher reports the picture.
    for (let tries = 0; tries < 3; tries++) {
      const DATA_DIR = join(freshFolder(), "datos");
      const folder = join(DATA_DIR, PICTURES);
      mkdirSync(folder, { recursive: true });
      const { program, url } = await startRestore(archive, { DATA_DIR });
      const watcher = watch(folder, (_, changed) => {
        if (changed?.startsWith(name)) program.kill("SIGKILL");
      });
      const ended = await program.exited;
      watcher.close();
      expect(["SIGKILL", 0]).toContain(ended);
      if (ended === "SIGKILL" && (await countRows(url)) === 0) return { DATA_DIR, url };
    }
    throw new Error("each time the restore was over before it could be killed");
  }

  test("leaves no partial picture when the disk is full, and succeeds afterwards", async () => {
    const DATA_DIR = join(freshFolder(), "datos");
    const { program, url } = await startRestore(zip, { DATA_DIR }, [], "ulimit -f 8");
    expect([await program.exited, program.stderr]).toEqual([1, expect.stringContaining("No se pudieron guardar las imágenes.")]);
    expect(readdirSync(join(DATA_DIR, PICTURES))).toEqual([]);
    expect(await countRows(url)).toBe(0);
    expect(await restore(zip, { DATA_DIR, DATABASE_URL: url })).toMatchObject({ code: 0, stderr: "" });
  });

  test("killed while it writes a picture does not prevent the next one", async () => {
    const files = await unzip(zip);
    const manifest = manifestOf(files);
    const [large] = manifest.imagenes;
    if (!large) throw new Error("no picture");
    const bytes = randomBytes(32 * 1024 * 1024);
    files.set(large.archivo, bytes);
    Object.assign(large, { bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
    files.set("manifest.json", Buffer.from(JSON.stringify(manifest)));
    const archive = await packZip(files);

    const name = large.archivo.replace("imagenes/", "");
    const { DATA_DIR, url } = await killAtPicture(archive, name);
    const folder = join(DATA_DIR, PICTURES);
    expect(await restore(archive, { DATA_DIR, DATABASE_URL: url })).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(readdirSync(join(dataDir, PICTURES)).sort());
  });
  describe("a restore whose database connection fails at the end", () => {
    type Loss = "the commit" | "the answer to the commit" | "the database with the answer" | "what comes after";

    /** Restores through a proxy that loses something. */
    async function restoreWithLoss(loss: Loss) {
      const url = await testDatabase();
      // Which says nothing about the restore.
      await query(url, "INSERT INTO bitacora_susa (accion) VALUES ('rechazo')");
      let isFilling = false;
      let isCommitted = false;
      const proxy = await tcpProxyTo(url, (sent) => {
        // Migrations commit too, before and after it.
        isFilling ||= sent.includes("LOCK TABLE");
        const isCommit = isFilling && !isCommitted && sent.includes("COMMIT\0");
        if (isCommit && loss === "the commit") return "lost";
        if (isCommitted && loss === "what comes after" && sent.includes("BEGIN")) return "lost";
        if (isCommit && loss === "the database with the answer") proxy.close();
        isCommitted ||= isCommit;
        return isCommit && loss !== "what comes after" ? "unanswered" : undefined;
      });
      const { code, stdout, stderr, dataDir: into } = await restore(zip, { DATABASE_URL: proxy.url });
      proxy.close();
      return { code, stdout, stderr, rows: await countRows(url), pictures: readdirSync(join(into, PICTURES)).sort(), url };
    }

    const all = () => readdirSync(join(dataDir, PICTURES)).sort();

    test("before the COMMIT removes the pictures", async () => {
      const { code, stderr, rows, pictures } = await restoreWithLoss("the commit");
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^No se pudo restaurar .+: nada cambió\.\n$/)]);
      expect([rows, pictures]).toEqual([1, []]);
    });

    test("after the COMMIT checks the database and succeeds", async () => {
      const { code, stdout, stderr, rows, pictures } = await restoreWithLoss("the answer to the commit");
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toContain("El estudio Estudio Ñandú está restaurado.");
      expect(rows).toBe((await countRows(sourceUrl)) + 1);
      expect(pictures).toEqual(all());
    });

    test("without being able to check says so and keeps the pictures", async () => {
      const { code, stderr, pictures, url } = await restoreWithLoss("the database with the answer");
      expect([code, stderr]).toEqual([1, expect.stringContaining("no se sabe si guardó el respaldo; las imágenes se quedaron")]);
      expect(pictures).toEqual(all());
      expect((await restore(zip, { DATABASE_URL: url })).stderr).toContain("ya tiene datos");
    });

    test("before the migrations does not claim that nothing changed", async () => {
      const { code, stderr, rows, pictures } = await restoreWithLoss("what comes after");
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^Los datos ya están restaurados, .+ no quedó al día \(sin conexión\)/),
      ]);
      expect(rows).toBeGreaterThan(0);
      expect(pictures).toEqual(all());
    });
  });
});
