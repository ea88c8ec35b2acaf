import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { succeed } from '../support/imports.ts';
import { chromiumPath, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';

describe.skipIf(chromiumPath === null)('a webhook endpoint that the service disabled', () => {
  let ui: TestConsole;
  let endpoint: number;
  beforeAll(async () => {
    ui = await startTestConsole();
    const body = { webhook_endpoint: { url: 'https://hooks.example.com/sluice' } };
    endpoint = succeed(await ui.engine.call('POST', '/webhook_endpoints', body)).data.id as number;
  });
  afterAll(() => ui.stop());

  const open = (path: string) => ui.page.goto(ui.address(path));
  const notice = () => ui.page.getByText('Every attempt has failed for 3 days.');
  const disable = () =>
    ui.engine.pool.query(
      `update webhook_endpoints set enabled = false, disabled_at = now(), failing_since = now() - interval '3 days',
         disabled_reason = 'Every attempt has failed for 3 days. Enable the endpoint to deliver what waits.'`,
    );
  const shown = async () => succeed(await ui.engine.call('GET', `/webhook_endpoints/${endpoint}`)).data;

  it.each(['/lists', '/settings'])('is shown on %s with the button that enables it again', async (path) => {
    await open(path);
    await ui.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await notice().count()).toBe(0);

    await disable();
    await open(path);
    await notice().waitFor();
    expect(await ui.page.getByText(/\bevents? waits?\b/).count()).toBe(0);
    await inspect(ui.page, `webhook-disabled-${path.slice(1)}`);
    await ui.page.getByRole('button', { name: 'Enable again' }).click();
    await notice().waitFor({ state: 'detached' });
    expect(await shown()).toMatchObject({ enabled: true, disabled_at: null });
  });
});
