import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/** In the page: notes what gets the focus, and whether that can be seen. Only one of the radio buttons of a group is a stop. */
const NOTE_FOCUS = `(() => {
  const isStop = (element) => element.tabIndex >= 0 && !element.disabled && element.checkVisibility() &&
    (element.type !== 'radio' || element.checked);
  const stops = [...document.querySelectorAll(${JSON.stringify(CONTROLS)})].filter(isStop);
  const seen = new Set();
  document.activeElement?.blur();
  addEventListener('focusin', ({ target }) => {
    if (getComputedStyle(target).outlineStyle !== 'none') seen.add(target);
  });
  globalThis.missedStops = () => stops.filter((stop) => stop.isConnected && !seen.has(stop)).map(({ outerHTML }) => outerHTML.slice(0, 200));
  return stops.length;
})()`;

/** Checks that the key Tab leads to everything that a pointer can use on the page that is shown, and that the focus is seen there. */
export async function tabThrough(page: Page, name: string): Promise<void> {
  const stops = await page.evaluate(NOTE_FOCUS);
  // It begins and ends outside of the page, and scrolling parts are stops, too.
  for (let presses = 0; presses < Number(stops) + 10; presses++) await page.keyboard.press('Tab');
  expect(await page.evaluate('globalThis.missedStops()'), `${name}, by keyboard`).toEqual([]);
}
