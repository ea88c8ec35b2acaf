import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../engine/files/serve.ts';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList, emailsOf, untilEnded } from '../support/imports.ts';
import { createGate } from './support/gate.ts';

describe('the source of an import', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine({ FIRST_DOWNLOAD_WAIT_MS: '20', SECOND_DOWNLOAD_WAIT_MS: '40' });
  });
  afterAll(() => engine.stop());

  describe('inline', () => {
    it('may be far larger than 10 MB', async () => {
      const list = await createList(engine, 'Large');
      const filler = 'x'.repeat(6_000);
      const lines = Array.from({ length: 2_000 }, (_, i) => `p${i}@example.com,${filler}`);

      const id = await createImport(engine, list, `email,notes\n${lines.join('\n')}\n`, {
        column_mapping: ['email', ''],
      });

      expect(await untilEnded(engine, id)).toMatchObject({
        state: 'finished',
        stats: { number_of_records: 2_000, subscribers: { added: 2_000 } },
      });
    });

    it('is never echoed', async () => {
      const id = await createImport(engine, await createList(engine, 'Echo'), 'email\na@example.com\n');

      expect((await untilEnded(engine, id)).file_source).toEqual({ type: 'json', filename: 'data' });
    });
  });

  describe('in the upload directory', () => {
    it('is read as it is when the import begins', async () => {
      const list = await createList(engine, 'Changed before');
      await engine.upload('before.csv', 'email\nold@example.com\n');
      await engine.stopWorker();
      const id = await createImport(engine, list, upload('before.csv'));
      await engine.upload('before.csv', 'email\nnew@example.com\n');
      await engine.startWorker();

      expect(await untilEnded(engine, id)).toMatchObject({
        state: 'finished',
        file_source: { type: 'upload_directory', filename: 'before.csv' },
      });
      expect(await emailsOf(engine, list)).toEqual(['new@example.com']);
    });

    it('may change once the import has begun', async () => {
      const list = await createList(engine, 'Changed after');
      await engine.upload('after.csv', 'email\nold@example.com\n');
      const gate = await createGate(engine, { before: 'insert', on: 'import_ranges' });
      const id = await createImport(engine, list, upload('after.csv'));
      await gate.reached();
      await engine.upload('after.csv', 'email\nnew@example.com\nother@example.com\n');
      await gate.open();

      expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished', stats: { number_of_records: 1 } });
      expect(await emailsOf(engine, list)).toEqual(['old@example.com']);
    });

    it('fails the import when it has vanished', async () => {
      const list = await createList(engine, 'Vanished');
      await engine.upload('vanished.csv', 'email\na@example.com\n');
      await engine.stopWorker();
      const id = await createImport(engine, list, upload('vanished.csv'));
      await rm(join(engine.config.uploadsDir, '1', 'vanished.csv'));
      await engine.startWorker();

      expect(await untilEnded(engine, id)).toMatchObject({
        state: 'failed',
        error_message: 'The file vanished.csv does not exist.',
        finished_at: expect.any(String),
        stats: { number_of_records: null, records_imported: 0 },
      });
    });
  });

  describe('at a URL', () => {
    it('is asked for three times when the server fails twice', async () => {
      let requests = 0;
      const { origin } = await serve((_, response) => {
        response.statusCode = ++requests < 3 ? 500 : 200;
        response.end('email\na@example.com\n');
      });
      const list = await createList(engine, 'Twice');
      const id = await createImport(engine, list, url(origin()));

      expect(await untilEnded(engine, id)).toMatchObject({
        state: 'finished',
        error_message: null,
        file_source: { type: 'url', url: `${origin()}/list.csv` },
        stats: { subscribers: { added: 1 } },
      });
      expect(requests).toBe(3);
    });

    it('fails the import after three failures', async () => {
      let requests = 0;
      const { origin } = await serve((_, response) => {
        requests++;
        response.statusCode = 503;
        response.end();
      });
      const id = await createImport(engine, await createList(engine, 'Thrice'), url(origin()));

      expect(await untilEnded(engine, id)).toMatchObject({
        state: 'failed',
        error_message: 'The server 127.0.0.1 answered with status 503.',
      });
      expect(requests).toBe(3);
    });

    it('is asked for again after it broke off, and nothing of the first part is left', async () => {
      let requests = 0;
      const { origin } = await serve((_, response) => {
        if (++requests > 1) return void response.end('email\nwhole@example.com\n');
        response.writeHead(200, { 'content-length': '1000' });
        response.write('email\npart@example.com\n', () => response.destroy());
      });
      const list = await createList(engine, 'Broken off');

      await untilEnded(engine, await createImport(engine, list, url(origin())));

      expect(await emailsOf(engine, list)).toEqual(['whole@example.com']);
    });

    it('is followed where it redirects to', async () => {
      const { origin } = await serve((request, response) => {
        if (request.url === '/moved.csv') return void response.end('email\nmoved@example.com\n');
        response.writeHead(302, { location: '/moved.csv' }).end();
      });
      const list = await createList(engine, 'Redirected');

      await untilEnded(engine, await createImport(engine, list, url(origin())));

      expect(await emailsOf(engine, list)).toEqual(['moved@example.com']);
    });

    it('is given up at once when it sends more than allowed', async () => {
      let requests = 0;
      const { origin } = await serve((_, response) => {
        requests++;
        response.write('email\n');
        response.end('somebody@example.com\n'.repeat(100));
      });
      const { maxDownloadBytes } = engine.config.policy;
      engine.setPolicy({ maxDownloadBytes: 1_000 });
      const id = await createImport(engine, await createList(engine, 'Too large'), url(origin()));
      engine.setPolicy({ maxDownloadBytes });

      expect(await untilEnded(engine, id)).toMatchObject({
        state: 'failed',
        error_message: 'The file is larger than the limit of 1000 bytes.',
      });
      expect(requests).toBe(1);
    });

    it('is not asked for again when the time for the download is over', async () => {
      let requests = 0;
      const { origin, quiet } = await serve((_, response) => {
        requests++;
        response.write('email\nslow@example.com\n');
      });
      const { downloadTimeoutMs } = engine.config.policy;
      engine.setPolicy({ downloadTimeoutMs: 500 });
      const id = await createImport(engine, await createList(engine, 'Too slow'), url(origin()));
      engine.setPolicy({ downloadTimeoutMs });

      expect(await untilEnded(engine, id)).toMatchObject({
        state: 'failed',
        error_message: 'The URL had not finished sending when the time for the download was over.',
      });
      await quiet();
      expect(requests).toBe(1);
    });

    it('is refused when its address is private', async () => {
      let requests = 0;
      const { origin } = await serve((_, response) => {
        requests++;
        response.end('email\n');
      });
      await engine.stopWorker();
      await engine.startWorker({ allowPrivateUrls: false });
      const id = await createImport(engine, await createList(engine, 'Private'), url(origin('localhost')));
      const detail = await untilEnded(engine, id);
      await engine.stopWorker();
      await engine.startWorker();

      expect(detail).toMatchObject({
        state: 'failed',
        error_message:
          'The URL cannot be downloaded: the name localhost was not found, or leads to an address that is not public.',
      });
      expect(requests).toBe(0);
    });
  });
});

function upload(filename: string) {
  return { type: 'upload_directory', filename };
}

function url(origin: string) {
  return { type: 'url', url: `${origin}/list.csv` };
}
