import type { CDPSession, Page } from "@playwright/test";

/**
 * The links, buttons and folds of the current page whose name is empty, not as one would say it, or that of another that leads
 * elsewhere: all in the browser's own accessibility tree, which axe computes otherwise.
 */
export async function badNames(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page);
  const { nodes } = await browser.send("Accessibility.getFullAXTree");
  const controls = new Map<string, number[]>();
  for (const { ignored, role, name, backendDOMNodeId: node } of nodes) {
    if (ignored || node === undefined || !/^(link|button|DisclosureTriangle)$/.test(role?.value)) continue;
    const said = String(name?.value ?? "").trim();
    controls.set(said, [...(controls.get(said) ?? []), node]);
  }
  const found: string[] = [];
  for (const [name, places] of controls) {
    if (name === "") found.push(`${places.length} without a name: ${await targetOf(browser, places[0] ?? 0)}`);
    // A telephone may begin with a plus.
    else if (/^[–+←→](?! ?\d)| [,.;:]|[←→]$/.test(name)) found.push(`«${name}» is not said so`);
    const targets = new Set(places.length > 1 && name !== "" ? await Promise.all(places.map((at) => targetOf(browser, at))) : []);
    if (targets.size > 1) found.push(`«${name}» leads to ${[...targets].join(" and to ")}`);
  }
  await browser.detach();
  return found;
}

/** Where a control leads: its address, or the form of a button with what it sends. */
async function targetOf(browser: CDPSession, backendNodeId: number): Promise<string> {
  const { object } = await browser.send("DOM.resolveNode", { backendNodeId });
  const { result } = await browser.send("Runtime.callFunctionOn", {
    objectId: object.objectId,
    returnByValue: true,
    functionDeclaration: String(function (this: HTMLElement) {
      if (this instanceof HTMLAnchorElement) return this.href;
      const popover = this.getAttribute("popovertarget");
      if (popover) return `the popover ${popover}`;
      if (!(this instanceof HTMLButtonElement) || !this.form) return this.outerHTML;
      const sent = new FormData(this.form, this.type === "submit" ? this : undefined);
      sent.delete("token");
      return `${this.type} ${this.formAction} ${JSON.stringify([...sent])}`;
    }),
  });
  return String(result.value);
}
