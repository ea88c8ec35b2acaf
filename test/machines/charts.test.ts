import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHARTS_FILE, consoleCharts, stateCharts } from '../support/charts.ts';

describe('docs/state-charts.md', () => {
  it('shows the machines as they are; "npm run charts" makes it anew', async () => {
    expect(readFileSync(CHARTS_FILE, 'utf8')).toBe(await stateCharts());
  });
});

describe('the charts of the console', () => {
  it('show the machines as they are; "npm run charts" makes them anew', async () => {
    for (const [file, text] of await consoleCharts()) expect(readFileSync(file, 'utf8')).toBe(text);
  });
});
