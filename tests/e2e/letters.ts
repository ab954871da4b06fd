import type { Page } from "@playwright/test";
import { readyForNextForm } from "./session";

/**
 * What somebody who set the letters of her phone twice as large cannot read of the current page: words that are cut, and whatever
 * makes the page or its dialog wider than the screen, so that she would scroll sideways. Leaves the page at 390 px.
 */
export async function unreadableWhenLarge(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page);
  // The browser lays out the page with the new size only when the window changes too.
  await page.setViewportSize({ width: 380, height: 844 });
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  await page.setViewportSize({ width: 390, height: 844 });
  await readyForNextForm(page);
  const [size, ...found] = await page.evaluate(cutWords);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 16, fixed: 13 } });
  await browser.detach();
  if (size !== "32px") throw new Error(`letters of ${size}, not of 32px`);
  return [...new Set(found)];
}

/** The size of the letters, and what is wider than the screen or cut: beyond it, or on a second line without a hyphen. Runs in the page. */
function cutWords(): string[] {
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    element.closest("script, style, svg, .skip, [popover], [inert]") === null &&
    // Said to screen readers alone.
    element.getBoundingClientRect().width > 1;
  const scrolls = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).overflowX === "auto" || scrolls(element.parentElement));
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const cut: string[] = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    // An address has no place for a hyphen.
    if (!parent || !isShown(parent) || scrolls(parent) || parent.closest("[href^='mailto:']")) continue;
    const words = (node.textContent ?? "").replace(/\S+@\S+|https?:\S+/g, (address) => " ".repeat(address.length));
    for (const { 0: word, index } of words.matchAll(/[^\s/@.-]+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)));
      const { left, right } = range.getBoundingClientRect();
      // The label of an icon, cut off on purpose.
      if (left >= (parent.closest("a")?.getBoundingClientRect().right ?? right)) continue;
      const isHyphenated = word.includes("\u00ad") || (getComputedStyle(parent).hyphens === "auto" && word.length >= 12);
      if ((lines.size > 1 && !isHyphenated) || right > document.documentElement.clientWidth) cut.push(word);
    }
  }
  const wide = [document.documentElement, ...document.querySelectorAll("dialog[open]")]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ localName, scrollWidth, clientWidth }) => `${localName}: ${scrollWidth - clientWidth} px too wide`);
  return [getComputedStyle(document.documentElement).fontSize, ...wide, ...cut];
}
