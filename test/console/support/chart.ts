import type { Page } from 'playwright-core';

/** Waits until the folded chart of a job marks a state. */
export function marked(page: Page, state: string, { timeout }: { timeout?: number } = {}): Promise<void> {
  const text = page.locator('svg.wide .current text', { hasText: state }).first();
  return text.waitFor({ state: 'attached', ...(timeout !== undefined && { timeout }) });
}
