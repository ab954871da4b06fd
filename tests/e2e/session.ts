import { test as base } from "@playwright/test";

export const OWNER = { email: "propietaria@ejemplo.mx", password: "una contraseña larga", state: "test-results/owner.json" };

/** In `js-perdido` the browser runs JavaScript, but none of the files ever arrives. */
export const test = base.extend({
  context: async ({ context }, use, { project }) => {
    if (project.name === "js-perdido") await context.route(/\.js(\?|$)/, (route) => route.abort());
    await use(context);
  },
});

export { expect } from "@playwright/test";
