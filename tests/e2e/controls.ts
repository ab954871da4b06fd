import type { Page } from "@playwright/test";
import { readyForNextForm } from "./session";

const WIDTHS = [320, 360, 390, 768, 1000, 1024, 1100, 1280, 1360, 1920];

/**
 * The pairs of controls of the current page that cover each other by more than a pixel at any width, each once, with its widths;
 * and the page itself where it is wider than the screen.
 */
export async function overlappingControls(page: Page): Promise<string[]> {
  const widths = new Map<string, number[]>();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await readyForNextForm(page);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    const found = [...(tooWide ? ["the page is wider than the screen"] : []), ...(await page.evaluate(findPairs))];
    for (const pair of found) widths.set(pair, [...(widths.get(pair) ?? []), width]);
  }
  return [...widths].map(([pair, at]) => `${pair}, at ${at.join(", ")} px`);
}

/** The controls of the current page that are smaller than a finger needs on a phone. A link within a sentence may be. */
export async function smallTargets(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 844 });
  await readyForNextForm(page);
  return page.evaluate(() => {
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
      element.closest("[inert], .skip") === null;
    /** A link that is spread over its card, and a box that is pressed by its label, are as large as these; nobody presses what is hidden. */
    const isLarge = (element: Element) => {
      const isSpread = getComputedStyle(element, "::after").position === "absolute" || element.getBoundingClientRect().width <= 1;
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      return (
        isSpread ||
        [element, ...labels].some((one) => {
          const { width, height } = one.getBoundingClientRect();
          return width >= 43.5 && height >= 43.5;
        })
      );
    };
    const isInSentence = (element: Element) => getComputedStyle(element).display === "inline" && element.localName === "a";
    return [...document.querySelectorAll("a[href], button, summary, select, textarea, input:not([type=hidden])")]
      .filter((element) => isShown(element) && !isLarge(element) && !isInSentence(element))
      .map((element) => {
        const { width, height } = element.getBoundingClientRect();
        const name = (element.getAttribute("aria-label") || element.textContent || element.id).replace(/\s+/g, " ").trim();
        return `${element.localName} «${name.slice(0, 40)}» has only ${Math.round(width)} × ${Math.round(height)} px`;
      });
  });
}

/** Runs in the page. */
function findPairs(): string[] {
  const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, label";
  const isControl = (element: Element) => !(element instanceof HTMLLabelElement) || element.control !== null;
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    element.closest("[inert]") === null;

  /** What lies over the rest of the page on purpose, or scrolls by itself: a bar, an open menu, a dialog. */
  const layerOf = (element: Element | null): Element | null => {
    if (element === null || element.matches("dialog, :popover-open")) return element;
    return ["fixed", "sticky"].includes(getComputedStyle(element).position) ? element : layerOf(element.parentElement);
  };

  /** The part of a box that its ancestors do not clip. */
  const clip = (box: DOMRect, element: Element) => {
    let { left, top, right, bottom } = box;
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const { overflowX, overflowY, clipPath } = getComputedStyle(at);
      if (clipPath !== "none") return null;
      const edge = at.getBoundingClientRect();
      if (at === element || at === document.body || at === document.documentElement) continue;
      if (overflowX !== "visible") [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      if (overflowY !== "visible") [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
  };

  const nameOf = (element: Element) => {
    const text = element.getAttribute("aria-label") || element.textContent || element.getAttribute("name") || element.id;
    return `${element.localName} «${text.replace(/\s+/g, " ").trim().slice(0, 40)}»`;
  };

  const controls = [...document.querySelectorAll(CONTROLS)]
    .filter((element) => isControl(element) && isShown(element))
    .map((element) => ({
      element,
      layer: layerOf(element),
      // A link within a sentence has one box for each of its lines.
      boxes: [...element.getClientRects()].flatMap((box) => clip(box, element) ?? []),
    }));

  const isSame = (one: Element, other: Element) =>
    one.contains(other) || other.contains(one) || (one instanceof HTMLLabelElement && one.control === other);
  return controls.flatMap((one, index) =>
    controls
      .slice(index + 1)
      .filter((other) => one.layer === other.layer && !isSame(one.element, other.element) && !isSame(other.element, one.element))
      .filter((other) =>
        one.boxes.some((a) =>
          other.boxes.some(
            (b) =>
              Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1,
          ),
        ),
      )
      .map((other) => `${nameOf(one.element)} and ${nameOf(other.element)}`),
  );
}
