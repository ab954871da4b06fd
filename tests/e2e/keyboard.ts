import type { Page } from "@playwright/test";
import { becomeReady } from "./session";

/**
 * The controls of the current page, at 390 px, that Tab does not reach, and those that take the focus while they are off the screen
 * or covered by something else.
 */
export async function missedByKeyboard(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await becomeReady(page);
  const controls = await page.evaluate(numberControls);
  const reached = new Set<number>();
  const found: string[] = [];
  // A field of a day, a time or a color has several stops.
  for (let presses = 0; reached.size < controls.length && presses < controls.length * 4 + 20; presses++) {
    await page.keyboard.press("Tab");
    const focus = await page.evaluate(describeFocus);
    if (focus && !reached.has(focus.number)) found.push(...(focus.hidden ? [`${controls[focus.number]}: ${focus.hidden}`] : []));
    if (focus) reached.add(focus.number);
  }
  return [...found, ...controls.filter((_, number) => !reached.has(number)).map((name) => `${name}: Tab does not reach it`)];
}

/** Numbers the controls that Tab is to reach, of a modal dialog where one is open, and gives their names. Runs in the page. */
function numberControls(): string[] {
  const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
  const root = document.querySelector("dialog:modal") ?? document;
  const group = ({ name, form }: HTMLInputElement) =>
    [...document.querySelectorAll<HTMLInputElement>("input[type=radio]")].filter((one) => one.name === name && one.form === form);
  const isStop = (element: HTMLElement) => {
    if (element.tabIndex < 0 || element.matches(":disabled") || element.closest("[inert]")) return false;
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) return false;
    if (!(element instanceof HTMLInputElement) || element.type !== "radio") return true;
    const radios = group(element);
    return element === (radios.find(({ checked }) => checked) ?? radios[0]);
  };
  const stops = [...root.querySelectorAll<HTMLElement>(CONTROLS)].filter(isStop);
  return stops.map((element, number) => {
    element.dataset.stop = String(number);
    const name = element.getAttribute("aria-label") || element.textContent || element.getAttribute("name") || element.id;
    return `${element.localName} «${name.replace(/\s+/g, " ").trim().slice(0, 40)}»`;
  });
}

/** The number of the control that has the focus, and why it is not seen. Runs in the page. */
function describeFocus(): { number: number; hidden: string } | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element.dataset.stop === undefined) return null;
  const { left, top, width, height, bottom } = element.getBoundingClientRect();
  const isOutside = bottom <= 0 || top >= innerHeight || left + width <= 0 || left >= innerWidth;
  const inside = (at: number, size: number) => Math.max(1, Math.min(size - 1, at));
  const seen = document.elementFromPoint(inside(left + width / 2, innerWidth), inside(top + height / 2, innerHeight));
  const isCovered = seen !== null && !element.contains(seen) && !seen.contains(element);
  const isOfLabel = seen?.closest("label")?.contains(element);
  return {
    number: Number(element.dataset.stop),
    hidden: isOutside ? "out of sight" : isCovered && !isOfLabel ? `under ${seen.localName}.${seen.className}` : "",
  };
}
