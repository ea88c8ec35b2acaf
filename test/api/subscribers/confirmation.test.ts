import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { buildSubscriberApi } from './support.ts';
import type { SubscriberApi } from './support.ts';

const FORM = { from_email: 'news@example.com', from_name: 'News', confirmation_subject: 'Please confirm' };

async function addForm(api: SubscriberApi, listId: number): Promise<number> {
  const { rows } = await api.database.pool.query<{ id: number }>(
    `insert into web_forms (mailing_list_id, name, from_email, from_name, confirmation_subject, confirmation_body)
     values ($1, 'Form', $2, $3, $4, 'Follow %%confirmation_url%% please.') returning id`,
    [listId, FORM.from_email, FORM.from_name, FORM.confirmation_subject],
  );
  return Number(rows[0]?.id);
}

describe('Create a subscriber with confirmation_form_id', () => {
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
  let api: SubscriberApi;
  let listId: number;
  let formId: number;
  let people = 0;
  beforeAll(async () => {
    smtp = await startSmtpServer();
    api = await buildSubscriberApi({ smtpUrl: smtp.url, publicUrl: 'https://mail.example.com/x' });
    listId = await api.addList({ has_confirmed: true });
    formId = await addForm(api, listId);
  });
  afterAll(() => smtp.stop());

  const ask = (subscriber: object = {}, beside: object = {}, list = listId) =>
    api.create(list, { email: `p${++people}@example.com`, ...subscriber }, { confirmation_form_id: formId, ...beside });
  const linkIn = (content = '') =>
    /https:\/\/mail\.example\.com\/x(\/confirm\/[\w-]+)/.exec(content.replaceAll('=\r\n', ''))?.[1] ?? '';
  const lastLink = () => linkIn(smtp.received.at(-1)?.content);
  const follow = (url: string, method: 'GET' | 'HEAD' = 'GET') => api.inject({ method, url });
  const emailsOn = async (list: number) =>
    (await api.database.pool.query('select email from subscribers where mailing_list_id = $1', [list])).rows.map(
      ({ email }) => email,
    );

  it('sends one mail for calls with one Idempotency-Key, and gives the first answer again', async () => {
    const send = () =>
      api.inject({
        method: 'POST',
        url: `/ga/api/v2/mailing_lists/${listId}/subscribers`,
        headers: { authorization: `Basic ${api.admin}`, 'idempotency-key': 'confirm' },
        payload: { subscriber: { email: 'key@example.com' }, confirmation_form_id: formId },
      });
    const before = smtp.received.length;
    const answers = (await Promise.all(Array.from({ length: 10 }, send))).map((response) => response.json<any>());
    expect(answers).toEqual(
      answers.map(() => ({ ...answers[0], success: true, data: { ...answers[0].data, id: null } })),
    );
    expect(smtp.received.length).toBe(before + 1);
  });

  it('answers a record without an id, sends the mail, and adds the subscriber only after the link is followed', async () => {
    const { data } = await ask({ email: 'Ann@example.com', subscribe_ip: '10.0.0.1' });
    expect(data).toMatchObject({ id: null, mailing_list_id: listId, email: 'Ann@example.com', status: 'active' });
    expect(await emailsOn(listId)).not.toContain('Ann@example.com');
    expect(smtp.received.at(-1)).toMatchObject({ from: 'news@example.com', to: ['Ann@example.com'] });
    expect(smtp.received.at(-1)?.content).toContain('Subject: Please confirm');

    const page = await follow(lastLink());
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('you are subscribed');
    const { rows } = await api.database.pool.query(
      `select status, confirmed, confirm_time, subscribe_ip from subscribers where email = 'Ann@example.com'`,
    );
    expect(rows).toEqual([
      { status: 'active', confirmed: true, confirm_time: expect.any(Date), subscribe_ip: '10.0.0.1' },
    ]);
  });

  it('triggers autoresponders when the link is followed, as they were asked for', async () => {
    const list = await api.addList();
    const form = await addForm(api, list);
    await api.addAutoresponder(list, { name: 'Welcome', trigger_run_on_api: true });
    await api.addAutoresponder(list, { name: 'Other', trigger_run_on_api: true });
    await ask({ autoresponder_filter: 'w*' }, { confirmation_form_id: form }, list);
    expect(await api.reactions(list)).toEqual([]);
    await follow(lastLink());
    expect((await api.reactions(list)).map(({ name }) => name)).toEqual(['Welcome']);
  });

  it('answers a link that is followed twice, or twice at once, kindly and adds one subscriber', async () => {
    await ask({ email: 'twice@example.com' });
    const pages = await Promise.all([follow(lastLink()), follow(lastLink())]);
    pages.push(await follow(lastLink()));
    expect(pages.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(pages.filter(({ body }) => body.includes('subscribed already'))).toHaveLength(2);
    expect((await emailsOn(listId)).filter((email) => email === 'twice@example.com')).toHaveLength(1);
  });

  it('keeps nothing of the subscriber outside the list once the link was followed, and never the token', async () => {
    await ask();
    const link = lastLink();
    await follow(link);
    const { rows } = await api.database.pool.query(`select * from pending_subscribers order by id desc limit 1`);
    expect(rows[0]).toMatchObject({ subscriber: null, autoresponders: null, confirmed_at: expect.any(Date) });
    expect(JSON.stringify(rows[0])).not.toContain(link.split('/').at(-1));
  });

  it('answers an expired link kindly and adds nobody', async () => {
    await ask({ email: 'late@example.com' });
    await api.database.pool.query(
      `update pending_subscribers set expires_at = now() where subscriber ->> 'email' = $1`,
      ['late@example.com'],
    );
    const page = await follow(lastLink());
    expect([page.statusCode, page.body.includes('subscribe once more')]).toEqual([410, true]);
    expect(await emailsOn(listId)).not.toContain('late@example.com');
  });

  it('answers an unknown link with a page, and confirms nothing on HEAD', async () => {
    for (const token of ['x', '%00', 'a'.repeat(43)]) {
      const page = await follow(`/confirm/${token}`);
      expect([page.statusCode, page.body.includes('not known')]).toEqual([404, true]);
    }
    await ask({ email: 'head@example.com' });
    expect((await follow(lastLink(), 'HEAD')).statusCode).toBe(404);
    expect(await emailsOn(listId)).not.toContain('head@example.com');
  });

  it('answers kindly when the address was added meanwhile, the organization is full or the list deleted', async () => {
    const organization = await api.addOrganization();
    const list = await api.addList({}, organization.key);
    const form = await addForm(api, list);
    await ask({ email: 'soon@example.com' }, { confirmation_form_id: form }, list);
    const taken = lastLink();
    await ask({ email: 'later@example.com' }, { confirmation_form_id: form }, list);
    const full = lastLink();
    await api.add(list, { email: 'soon@example.com' });
    await api.limitTo(organization.id, 1);
    expect((await follow(taken)).body).toContain('subscribed already');
    expect((await follow(full)).statusCode).toBe(503);
    await api.limitTo(organization.id, null);
    expect((await follow(full)).statusCode).toBe(200);
    await ask({ email: 'never@example.com' }, { confirmation_form_id: form }, list);
    await api.deleteList(list);
    expect((await follow(lastLink())).statusCode).toBe(410);
    expect((await emailsOn(list)).sort()).toEqual(['later@example.com', 'soon@example.com']);
  });

  it('stores a subscriber at once whose status is not active', async () => {
    const sent = smtp.received.length;
    const { data } = await ask({ status: 'deactivated' });
    expect(data).toMatchObject({ id: expect.any(Number), status: 'deactivated' });
    expect(smtp.received).toHaveLength(sent);
  });

  it('answers not_found to an unknown form and one of another list, and sends nothing', async () => {
    const sent = smtp.received.length;
    const other = await addForm(api, await api.addList());
    for (const confirmation_form_id of [999_999, other]) {
      expect(await ask({}, { confirmation_form_id })).toMatchObject({
        error_code: 'not_found',
        error_message: 'confirmation form not found',
      });
    }
    expect(smtp.received).toHaveLength(sent);
  });

  it('answers validation_failed as for a subscriber added at once, and sends nothing', async () => {
    const sent = smtp.received.length;
    const taken = await ask({ email: 'ANN@example.com' });
    expect(taken).toMatchObject({ error_code: 'validation_failed', error_message: 'email has already been taken' });
    expect((await ask({ email: 'x' })).error_code).toBe('validation_failed');
    expect((await ask({}, { confirmation_form_id: 'x' })).error_code).toBe('validation_failed');
    await api.limitTo(1, 0);
    expect((await ask()).error_message).toBe('the subscriber limit of the organization is reached');
    await api.limitTo(1, null);
    expect(smtp.received).toHaveLength(sent);
  });

  it('stores nothing when the mail cannot be sent, and keeps the address out of answer and log', async () => {
    const answer = await ask({ email: 'ann@refused.example.com' });
    expect(answer).toMatchObject({ status: 500, success: false, error_code: 'internal_error' });
    expect(answer.error_message).toContain('the confirmation mail could not be sent (EENVELOPE 550)');
    expect(api.log.join('')).not.toContain('refused.example.com');
    const { rows } = await api.database.pool.query(
      `select 1 from pending_subscribers where subscriber ->> 'email' = 'ann@refused.example.com'`,
    );
    expect(rows).toEqual([]);
  });
});

describe('Confirmation mail without SMTP_URL and PUBLIC_URL', () => {
  it('is written to the outbox, with a link to where the API listens', async () => {
    const api = await buildSubscriberApi({ host: '0.0.0.0', port: 8123 });
    const listId = await api.addList();
    const confirmation_form_id = await addForm(api, listId);
    await api.create(listId, { email: 'a@example.com' }, { confirmation_form_id });
    const outbox = join(api.config.dataDir, 'outbox');
    const content = await readFile(join(outbox, (await readdir(outbox))[0] ?? ''), 'utf8');
    const link = /http:\/\/127\.0\.0\.1:8123(\/confirm\/[\w-]+)/.exec(content.replaceAll('=\r\n', ''))?.[1] ?? '';
    expect((await api.inject({ method: 'GET', url: link })).statusCode).toBe(200);
  });
});
