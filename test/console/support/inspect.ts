import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { NARROW, WIDE } from './browser.ts';

const SCREENSHOTS = fileURLToPath(new URL('../screenshots/', import.meta.url));

/**
 * Checks the page that is shown: axe finds nothing serious, in light and in dark, and nothing is wider than a narrow screen.
 * Keeps a screenshot of each.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // No page has frames, which the other mode checks from a tab of its own.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await axe.analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(
      serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      `${name}, ${colorScheme}`,
    ).toEqual([]);
    await page.screenshot({ path: `${SCREENSHOTS}${name}-${colorScheme}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(NARROW);
  await page.screenshot({ path: `${SCREENSHOTS}${name}-narrow.png`, fullPage: true });
  expect(await page.evaluate('document.documentElement.scrollWidth'), `${name}, width`).toBeLessThanOrEqual(
    NARROW.width,
  );
  await page.setViewportSize(WIDE);
}
