import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportStates } from '../../../engine/db/exports/ledger.ts';
import { recordImportState } from '../../../engine/db/imports/state.ts';
import { deletionStates } from '../../../engine/db/lists/list-deletions.ts';
import { suppressedImportStates } from '../../../engine/db/suppressed-address-imports/ledger.ts';
import { CLIENT_JOB_KINDS } from '../../../engine/job-kinds/index.ts';
import { createMailer } from '../../../engine/mail/mailer.ts';
import type { Mailer } from '../../../engine/mail/mailer.ts';
import { sendDueMails } from '../../../engine/mail/send-due-mails.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { takeDownAtEnd } from '../../support/take-down.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, createImport, SMALLEST } from '../support/import-rows.ts';
import { sessionsOf } from './support.ts';

let api: TestApi;
let server: Awaited<ReturnType<typeof startSmtpServer>>;
let listId: number;
beforeAll(async () => {
  api = await build();
  server = await startSmtpServer();
  takeDownAtEnd(() => server.stop());
  listId = await addList(api, { name: 'News' });
});
beforeEach(() => {
  server.received.length = 0;
});
const { call, person: user } = sessionsOf(() => api);
const ADMIN = { role: 'organization_admin' };
const person = (attributes: object = {}, key?: string) => user({ ...ADMIN, ...attributes }, key);

const lines: object[] = [];
const note = (...line: unknown[]) => void lines.push(line);
const log = { info: note, warn: note };
const origin = { from: 'sluice@example.com', consoleUrl: 'https://mail.example.com/console/' };
const sendBy = (mailer: Mailer) =>
  sendDueMails({ db: api.app.service.db, kinds: CLIENT_JOB_KINDS, mailer, origin, log });
const mailerOf = (smtpUrl = server.url) => createMailer({ smtpUrl, dataDir: api.config.dataDir });
const sendMails = () => sendBy(mailerOf());
const importOf = async (cookie: string, more: object = {}, into = listId) => {
  const body = { subscriber_import: { ...SMALLEST, ...more } };
  const created = await call('POST', `/mailing_lists/${into}/subscriber_imports`, cookie, body);
  expect(created).toMatchObject({ success: true });
  return Number(created.data['id']);
};
type Change = Partial<Parameters<typeof recordImportState>[1]>;
const end = (importId: number, state = 'finished', more: Change = {}) =>
  recordImportState(api.database.pool, { importId, state, errorMessage: null, ...more });
const makeDue = () => api.database.pool.query('update ended_job_mails set next_attempt_at = now()');
const waiting = async () =>
  (await api.database.pool.query('select 1 from ended_job_mails where sent_at is null')).rowCount;
const recipients = () => server.received.flatMap(({ to }) => to);
const takenBy = (command: string, by: object) => ({
  commands: [{ command, at: '2099-01-01T00:00:00Z', by: { type: 'user', ...by } }],
});

describe('the end of a job', () => {
  it('is mailed once to the user who started it, with counts and the link to its page', async () => {
    const { email, cookie } = await person();
    const id = await importOf(cookie);
    await end(id, 'importing');
    expect(await sendMails()).toBe(0);
    await end(id);
    await end(id);
    expect(await sendMails()).toBe(1);
    await makeDue();
    expect(await sendMails()).toBe(0);
    expect(recipients()).toEqual([email]);
    const content = server.received[0]?.content ?? '';
    expect(content).toContain(`Subject: Import ${id} is finished\r\n`);
    expect(content).toContain(`Import ${id} is finished. 0 added, 0 updated, 0 failed.`);
    expect(content).toContain(`\r\nhttps://mail.example.com/console/imports/${id}\r\n`);
    expect(content).toContain('https://mail.example.com/console/account');
    expect(content).not.toContain('News');
    expect(JSON.stringify(lines)).not.toContain(email);
  });

  it('is mailed by the service itself', async () => {
    const own = await build({ mailFrom: 'sluice@example.com', publicUrl: 'https://x.example', smtpUrl: server.url });
    const sessions = sessionsOf(() => own);
    const { cookie, email } = await sessions.person(ADMIN);
    const path = `/mailing_lists/${await addList(own)}/subscriber_imports`;
    const { data } = await sessions.call('POST', path, cookie, { subscriber_import: SMALLEST });
    const change = { importId: Number(data['id']), state: 'failed', errorMessage: 'x' };
    await recordImportState(own.database.pool, change);
    await expect.poll(recipients, { timeout: 30_000, interval: 100 }).toEqual([email]);
    expect(server.received[0]?.content).toContain('has failed. Until then: 0 added');
  }, 60_000);

  it('is not mailed to a user who has switched that off, nor to one who ended it, nor for a key', async () => {
    const off = await person({ mail_ended_jobs: false });
    await end(await importOf(off.cookie));
    const own = await person();
    await end(await importOf(own.cookie), 'cancelled', takenBy('cancel', { id: own.id }));
    await end(await importOf(own.cookie), 'failed', takenBy('fail', { id: own.id }));
    await end(Number((await createImport(api, listId)).data['id']));
    const late = await person();
    await end(await importOf(late.cookie));
    await call('PUT', '/session/preferences', late.cookie, { mail_ended_jobs: false });
    expect(await sendMails()).toBe(0);
    expect(await waiting()).toBe(0);
  });

  it('is mailed when another has cancelled it, or when it fails after the command of its user', async () => {
    const own = await person();
    const other = await person();
    await end(await importOf(own.cookie), 'cancelled', takenBy('cancel', { id: other.id }));
    await end(await importOf(own.cookie), 'failed', takenBy('unpause', { id: own.id }));
    expect(await sendMails()).toBe(2);
    const contents = server.received.map(({ content }) => content).join('');
    expect(contents).toMatch(/Import \d+ was cancelled\. Until then: 0 added/);
    expect(contents).toMatch(/Import \d+ has failed\. Until then: /);
  });

  it('is mailed again when the job is restarted and ends again', async () => {
    const { cookie } = await person();
    const id = await importOf(cookie);
    await end(id, 'failed');
    expect(await sendMails()).toBe(1);
    await api.database.pool.query(
      `update subscriber_imports set state = 'scheduled', finished_at = null where id = $1`,
      [id],
    );
    await end(id);
    expect(await sendMails()).toBe(1);
    const ids = server.received.map(({ content }) => /^Message-ID: .*$/m.exec(content)?.[0]);
    expect(new Set(ids).size).toBe(2);
  });

  it('of a dry run is mailed only if it took longer than a minute', async () => {
    const { cookie } = await person();
    await end(await importOf(cookie, { dry_run: true }));
    const long = await importOf(cookie, { dry_run: true });
    await api.database.pool.query(
      `update subscriber_imports set begins_at = now() - interval '2 minutes' where id = $1`,
      [long],
    );
    await end(long);
    expect(await sendMails()).toBe(1);
    expect(server.received[0]?.content).toContain(`Dry run ${long} is finished. It has written nothing.`);
  });
});

describe('the end of another job', () => {
  it('is mailed, too: of an export, of an import of suppressed addresses, of the deletion of a list', async () => {
    const { cookie } = await person();
    const { pool } = api.database;
    const list = await addList(api);
    const made = async (method: 'POST' | 'DELETE', path: string, body?: object) => {
      const answer = await call(method, path, cookie, body);
      expect(answer).toMatchObject({ success: true });
      return Number(answer.data?.['id']);
    };
    const errorMessage = null;
    const exportId = await made('POST', `/mailing_lists/${list}/subscriber_exports`, { subscriber_export: {} });
    await exportStates.record(pool, { exportId, state: 'finished', errorMessage });
    const suppressed_address_import = { file_source: SMALLEST.file_source };
    const importId = await made('POST', '/suppressed_address_imports', { suppressed_address_import });
    await suppressedImportStates.record(pool, { importId, state: 'cancelled', errorMessage });
    const { data } = await call('GET', `/mailing_lists/${list}/delete_confirmation_code`, cookie);
    await made('DELETE', `/mailing_lists/${list}/confirmed/${String(data['delete_confirmation_code'])}`);
    await deletionStates.record(pool, { mailingListId: list, state: 'finished', errorMessage });
    expect(await sendMails()).toBe(3);
    const contents = server.received.map(({ content }) => content).join('');
    expect(contents).toContain(`Export ${exportId} is finished. 0 subscribers exported.`);
    expect(contents).toContain(`Suppression ${importId} was cancelled. Until then: 0 added, 0 failed.`);
    expect(contents).toContain(`Deletion ${list} is finished. 0 subscribers deleted.`);
  });
});

describe('a mail about the end of a job', () => {
  it('waits while the mail server is away, and is sent when it is back', async () => {
    const { email, cookie } = await person();
    await end(await importOf(cookie));
    const away = mailerOf('smtp://127.0.0.1:1');
    expect(await sendBy(away)).toBe(0);
    // Its next attempt is a minute later.
    expect(await sendMails()).toBe(0);
    expect(await waiting()).toBe(1);
    await makeDue();
    expect(await sendMails()).toBe(1);
    expect(recipients()).toEqual([email]);
  });

  it('has the same Message-ID when the process ended before it recorded that it was sent', async () => {
    const { cookie } = await person();
    await end(await importOf(cookie));
    const mailer = mailerOf();
    const killed: Mailer = {
      ...mailer,
      send: async (message) => {
        await mailer.send(message);
        throw new Error('The process is gone.');
      },
    };
    await sendBy(killed);
    await makeDue();
    expect(await sendMails()).toBe(1);
    const ids = server.received.map(({ content }) => /^Message-ID: <.+@example\.com>\r$/m.exec(content)?.[0]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('is sent by one of several processes', async () => {
    const { cookie } = await person();
    for (let at = 0; at < 6; at++) await end(await importOf(cookie));
    const counts = await Promise.all([sendMails(), sendMails(), sendMails()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(6);
    expect(server.received).toHaveLength(6);
  });

  it('is given up when it is refused for good, and holds no other', async () => {
    const refused = await person({ email: 'ann@refused.example.com' });
    const { email, cookie } = await person();
    for (let at = 0; at < 5; at++) await end(await importOf(refused.cookie));
    await end(await importOf(cookie));
    expect(await sendMails()).toBe(1);
    expect(recipients()).toEqual([email]);
    expect(await waiting()).toBe(0);
    expect(JSON.stringify(lines)).not.toContain('refused.example.com');
  });

  it('comes before the second one of another organization', async () => {
    const { cookie } = await person();
    for (let at = 0; at < 10; at++) await end(await importOf(cookie));
    const other = await api.addOrganization();
    const theirs = await person({}, other.key);
    await end(await importOf(theirs.cookie, {}, await addList(api, {}, other.key)));
    expect(await sendMails()).toBe(11);
    expect(recipients().slice(0, 4)).toContain(theirs.email);
  });

  it('is one of thirty an hour of its user', async () => {
    const { cookie } = await person();
    for (let at = 0; at < 33; at++) await end(await importOf(cookie));
    expect(await sendMails()).toBe(30);
  });
});
