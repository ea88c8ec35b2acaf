import { PassThrough, Readable } from 'node:stream';
import { Client } from 'basic-ftp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { lastingPort } from '../support/lasting-port.ts';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createList, emailsOf, untilEnded } from '../support/imports.ts';
import { startRoleProcess } from './support/role-process.ts';

describe('a file that was uploaded over FTP', () => {
  let engine: TestEngine;
  let port: number;
  beforeAll(async () => {
    port = await lastingPort();
    engine = await startTestEngine({ FTP_PORT: String(port), FTP_PASSIVE_PORTS: '20000-29999' });
  });
  afterAll(() => engine.stop());

  it('is imported with upload_directory', async () => {
    await startRoleProcess('ftp', engine.config);
    const client = await logIn();
    const list = await createList(engine, 'Uploaded');

    await client.uploadFrom(Readable.from(['email\nann@example.com\nbob@example.com\n']), 'people.csv');
    const { id } = (await startImport(list, 'people.csv')).data;

    expect(await untilEnded(engine, id)).toMatchObject({
      state: 'finished',
      file_source: { type: 'upload_directory', filename: 'people.csv' },
      stats: { subscribers: { added: 2 } },
    });
    expect(await emailsOf(engine, list)).toEqual(['ann@example.com', 'bob@example.com']);
  });

  it('does not exist for an import before all of it has arrived, and is kept for going on when the server stops', async () => {
    const role = await startRoleProcess('ftp', engine.config);
    const [client, observer] = [await logIn(), await logIn()];
    const source = new PassThrough();
    const upload = client.uploadFrom(source, 'half.csv');
    const broken = expect(upload).rejects.toThrow();
    source.write('email\n');
    await vi.waitFor(async () => expect(await observer.size('half.csv')).toBe(6), PATIENCE);

    expect(await startImport(await createList(engine, 'Half'), 'half.csv')).toMatchObject({
      success: false,
      error_code: 'validation_failed',
    });
    expect(await role.stop()).toBe(0);
    await broken;

    await startRoleProcess('ftp', engine.config);
    expect(await (await logIn()).size('half.csv')).toBe(6);
  });

  async function logIn(): Promise<Client> {
    const client = new Client();
    onTestFinished(() => client.close());
    await client.access({ host: '127.0.0.1', port, user: 'api', password: engine.apiKey });
    return client;
  }

  function startImport(list: number, filename: string) {
    return engine.call('POST', `/mailing_lists/${list}/subscriber_imports`, {
      subscriber_import: { column_mapping: ['email'], file_source: { type: 'upload_directory', filename } },
    });
  }
});

const PATIENCE = { timeout: 30_000, interval: 50 };
