import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startTestEngine } from '../../support/engine.ts';
import type { TestEngine } from '../../support/engine.ts';

/** Reason for skipping the tests where `chromiumPath` is null. */
export const NO_CHROMIUM = 'no chromium is on PATH and CHROMIUM_PATH is not set';

/** The browser that the tests drive: CHROMIUM_PATH, or the first one found on PATH; null when there is none. */
export const chromiumPath: string | null = findChromium();

function findChromium(): string | null {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined && given !== '') return given;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path)) ?? null;
}

/** The console of a service of its own, in one browser for all tests of a file. */
export interface TestConsole {
  readonly engine: TestEngine;
  readonly page: Page;
  /** The address of a page of the console. */
  address(path: string): string;
  /** Errors of scripts, what the content security policy has blocked, and calls that the API would take with unknown names. */
  readonly problems: readonly string[];
  stop(): Promise<void>;
}

/** Starts the service and the browser, signed in with the first key unless `isSignedIn` is false; `settings` are variables, and `port` is a free one when left out. */
export async function startTestConsole({
  isSignedIn = true,
  settings = {},
  port = 0,
}: { isSignedIn?: boolean; settings?: Record<string, string>; port?: number } = {}): Promise<TestConsole> {
  const engine = await startTestEngine(settings);
  const url = await engine.app.listen({ port, host: '127.0.0.1' });
  const browser: Browser = await chromium.launch({
    executablePath: chromiumPath ?? '',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  const context: BrowserContext = await browser.newContext({ locale: 'en-GB', viewport: WIDE });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    // A refused call is one of the things that are tested.
    const isProblem = ['error', 'warning'].includes(message.type()) && !message.text().startsWith('Failed to load');
    if (isProblem) problems.push(message.text());
  });
  page.on('request', (request) => {
    // Only scripts add headers: the browser follows the link of a file by itself.
    const isCall = request.url().startsWith(`${url}/ga/api/`) && !request.isNavigationRequest();
    if (isCall && request.headers()['prefer'] !== 'handling=strict') problems.push(`not strict: ${request.url()}`);
  });
  const address = (path: string) => `${url}/console${path}`;
  if (isSignedIn) {
    await page.addInitScript(`sessionStorage.setItem('sluice.api-key', '${engine.apiKey}')`);
  }
  return {
    engine,
    page,
    address,
    problems,
    stop: async () => {
      await browser.close();
      await engine.stop();
    },
  };
}

export const WIDE = { width: 1200, height: 800 };
export const NARROW = { width: 375, height: 800 };
/** Long enough for a busy machine; nothing waits for it to pass. */
const PATIENCE_MS = 30_000;
