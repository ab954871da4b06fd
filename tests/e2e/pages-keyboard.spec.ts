import { missedByKeyboard } from "./keyboard";
import { expect, gotoReady, OWNER, test } from "./session";

// Use with only a keyboard. TEST_ALL walks through every other address (pages-controls).

test.use({ storageState: OWNER.state });

for (const [name, path] of [
  ["the filters of the gallery, where the chosen one stays in sight", "/gallery?servicio=lifting-de-pestanas"],
  ["the letters of the clients, where all of them stays in sight", "/admin/clientes?letra=A"],
  ["the form of an appointment, above whose buttons the rest scrolls", "/admin/citas/nueva?ahora=1"],
] as const)
  test(`the keyboard reaches and shows everything of ${name}`, async ({ page }) => {
    await gotoReady(page, path);
    expect(await missedByKeyboard(page)).toEqual([]);
  });
