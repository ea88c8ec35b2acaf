import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { NARROW, WIDE } from './browser.ts';

const SCREENSHOTS = fileURLToPath(new URL('../screenshots/', import.meta.url));

/** The widths at which a page is checked: of a desk, and the least that WCAG 2.2 wants without scrolling sideways. */
const WIDTHS = [1280, 320] as const;

/**
 * Checks the page that is shown: axe finds nothing serious, wide and narrow, in light and in dark, and nothing is wider than a narrow
 * screen. Keeps a screenshot of each.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: WIDE.height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const shown = `${name}-${width}-${colorScheme}`;
      expect(await seriousFindings(page), shown).toEqual([]);
      await page.screenshot({ path: `${SCREENSHOTS}${shown}.png`, fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  for (const { width, height } of [{ width: 320, height: NARROW.height }, NARROW]) {
    await page.setViewportSize({ width, height });
    const shownWidth = await page.evaluate('document.documentElement.scrollWidth');
    expect(shownWidth, `${name}, width`).toBeLessThanOrEqual(width);
  }
  await page.screenshot({ path: `${SCREENSHOTS}${name}-narrow.png`, fullPage: true });
  await page.setViewportSize(WIDE);
}

/** Finds with axe what keeps people from using the page. */
async function seriousFindings(page: Page): Promise<string[]> {
  // No page has frames, which the other mode checks from a tab of its own.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
