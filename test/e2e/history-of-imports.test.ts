import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, succeed, untilEnded } from '../support/imports.ts';

describe('the history of a subscriber', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.stop());

  it('names the import that added it and the one that had it leave, with their files, and none for what a call did', async () => {
    const list = await createList(engine, 'News');
    const imported = async (filename: string, csv: string, settings: object = {}) => {
      await engine.upload(filename, csv);
      const source = { type: 'upload_directory', filename };
      const id = await createImport(engine, list, source, { column_mapping: ['email', 'status'], ...settings });
      await untilEnded(engine, id);
      return id;
    };
    const historyOf = async (email: string) => {
      const path = `/mailing_lists/${list}/subscribers/${email}/history`;
      const events = succeed(await engine.call('GET', path)).data as { event: string; subscriber_import: unknown }[];
      return Object.fromEntries(events.map(({ event, subscriber_import }) => [event, subscriber_import]));
    };
    const others = Array.from({ length: 200 }, (_, row) => `reader${row}@example.com,active\n`).join('');
    const added = await imported('people.csv', `email,status\n${others}Ann@example.com,active\n`);
    await imported('check.csv', 'email,status\nann@example.com,unsubscribed\n', { dry_run: true });
    const overwrite = { overwrite: true, overwrite_what: { status: true }, overwrite_when_status: { active: true } };
    const left = await imported('leavers.csv', 'email,status\nAnn@example.com,unsubscribed\n', overwrite);
    expect(await historyOf('ann@example.com')).toEqual({
      added: { id: added, file: 'people.csv' },
      subscribed: null,
      left: { id: left, file: 'leavers.csv' },
    });

    await engine.call('POST', `/mailing_lists/${list}/subscribers`, { subscriber: { email: 'n@example.com' } });
    await imported('more.csv', 'email,status\nann@example.com,active\n');
    expect(await historyOf('n@example.com')).toEqual({ added: null, subscribed: null });
  });
});
