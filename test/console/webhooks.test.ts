import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { succeed } from '../support/imports.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../support/webhook-receiver.ts';
import { chromiumPath, startTestConsole } from './support/browser.ts';
import type { TestConsole } from './support/browser.ts';
import { inspect } from './support/inspect.ts';
import { tabThrough } from './support/keyboard.ts';

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

describe.skipIf(chromiumPath === null)('an administrator', () => {
  let ui: TestConsole;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    ui = await startTestConsole();
    receiver = await startWebhookReceiver();
  });
  afterAll(async () => {
    await ui.stop();
    await receiver.close();
  });

  const button = (name: string) => ui.page.getByRole('button', { name });
  const shows = (text: string) => ui.page.getByText(text).first().waitFor();
  const focusedButton = (name: string) => ui.page.locator(':focus').and(button(name)).waitFor();
  const endpoints = async () => succeed(await ui.engine.call('GET', '/webhook_endpoints')).data;
  const secretShown = async () => (await ui.page.locator('code', { hasText: 'whsec_' }).textContent()) ?? '';

  it('creates an endpoint for some events, and is shown its secret until it is kept', async () => {
    const { page } = ui;
    await page.goto(ui.address('/settings'));
    await button('New endpoint').click();
    await page.keyboard.type('ftp://hooks.example.com/');
    await page.keyboard.press('Enter');
    await shows('Url must begin with https://');
    await page.getByLabel('URL').fill(receiver.url);
    await page.getByLabel('What it is for').fill('CRM');
    await page.getByLabel('All events of jobs').uncheck();
    for (const type of ['started', 'paused', 'stalled', 'cancelled']) await page.getByLabel(`job.${type}`).uncheck();
    await inspect(page, 'webhook-new');
    await tabThrough(page, 'webhook-new');
    await button('Create the endpoint').click();
    await focusedButton('Copy the secret');
    await inspect(page, 'webhook-secret');
    receiver.verifyBy(await secretShown());
    await button('I have kept it').click();
    expect(await page.getByText('whsec_').count()).toBe(0);
    expect(await endpoints()).toMatchObject([{ description: 'CRM', events: ['job.finished', 'job.failed'] }]);
  });

  it('sends a test event, and sees the answer of the receiver', async () => {
    const { page } = ui;
    await button('Send a test event').click();
    expect(await receiver.untilTaken(1)).toMatchObject([{ type: 'endpoint.test' }]);
    const row = page.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: 'endpoint.test' });
    await row.getByText('204').waitFor();
    expect(receiver.faults()).toEqual([]);
    await inspect(page, 'webhook-deliveries');
  });

  it('changes the events of an endpoint', async () => {
    const { page } = ui;
    await button('Change').click();
    await page.getByLabel('job.finished').uncheck();
    await button('Save the endpoint').click();
    await shows('Enabled, job.failed.');
    expect(await endpoints()).toMatchObject([{ url: receiver.url, description: 'CRM', events: ['job.failed'] }]);
  });

  it('replaces the secret after a question, and is shown the new one', async () => {
    await button('Replace the secret').click();
    await focusedButton('Keep the secret');
    await inspect(ui.page, 'webhook-secret-question');
    await button('Replace the secret').last().click();
    await focusedButton('Copy the secret');
    expect(await secretShown()).toMatch(/^whsec_/);
    await button('I have kept it').click();
  });

  it('deletes an endpoint after a question, which Escape closes', async () => {
    await button('Delete the endpoint').click();
    await focusedButton('Keep the endpoint');
    await inspect(ui.page, 'webhook-deletion');
    await ui.page.keyboard.press('Escape');
    await button('Keep the endpoint').waitFor({ state: 'detached' });
    expect(await endpoints()).toHaveLength(1);
    await button('Delete the endpoint').click();
    await button('Delete the endpoint').last().click();
    await shows('No endpoint yet.');
    expect(await endpoints()).toEqual([]);
    expect(ui.problems).toEqual([]);
  });
});
