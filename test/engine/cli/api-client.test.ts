import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runSluice } from '../../support/sluice.ts';

const BUSY = { success: false, data: null, error_code: 'too_many_calls', error_message: 'busy' };

describe('npx sluice import, as a client', () => {
  /** Runs an import against a server that handles the calls for it in turn, and analyzes its file. */
  const run = async (handlers: readonly RequestListener[], args: readonly string[] = []) => {
    const calls: { key: unknown; prefer: unknown; body: string }[] = [];
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        if (request.url?.endsWith('/analyze') === true) return analyzed(request, response);
        calls.push({ key: request.headers['idempotency-key'], prefer: request.headers.prefer, body });
        handlers[calls.length - 1]!(request, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const folder = await mkdtemp(join(tmpdir(), 'sluice-test-client-'));
    onTestFinished(async () => {
      server.close();
      await rm(folder, { recursive: true });
    });
    await writeFile(join(folder, 'people.csv'), 'email\nann@example.com\n');
    const { port } = server.address() as AddressInfo;
    const key = Buffer.from(`1:${'a'.repeat(40)}`).toString('base64');
    const result = await runSluice(['import', join(folder, 'people.csv'), '--list', '1', ...args], {
      SLUICE_URL: `http://127.0.0.1:${port}`,
      SLUICE_API_KEY: key,
    });
    return { result, calls };
  };
  const answer =
    (status: number, body: object, headers: Record<string, string> = {}): RequestListener =>
    (_request, response) =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  const hangUp: RequestListener = (request) => void request.socket.destroy();
  const format = { character_set: 'UTF-8', csv_has_headers: true, csv_field_separator: ',', csv_field_enclosure: '"' };
  const analyzed = answer(200, {
    success: true,
    data: {
      file_format: { ...format, date_format: 'mdy' },
      columns: [{ number: 1, name: 'email', samples: [], suggestion: 'email', suggested_by: 'name' }],
      ...{
        column_mapping: ['email'],
        column_rules: null,
        warnings: [],
        notices: [],
        sample: { rows: 0, statuses: {} },
      },
    },
  });
  const created = answer(200, { success: true, data: { id: 7 } });

  it('sends a call again whose answer was lost or that was postponed, with the same key', async () => {
    const { result, calls } = await run([hangUp, answer(503, BUSY, { 'retry-after': '0' }), created]);
    expect(result).toEqual({ code: 0, stdout: '7\n', stderr: '' });
    expect(calls).toHaveLength(3);
    expect(calls[0]!.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(calls.map((call) => JSON.stringify(call))).size).toBe(1);
  });

  it('sends the key that it is given, and a refused call once', async () => {
    const refused = answer(200, { ...BUSY, error_code: 'not_found', error_message: 'mailing list not found' });
    const { result, calls } = await run([refused], ['--idempotency-key', 'monday']);
    expect(result).toMatchObject({ code: 1, stderr: 'Mailing list not found.\n' });
    expect(calls.map(({ key }) => key)).toEqual(['monday']);
  });

  it('has unknown names refused', async () => {
    const { calls } = await run([created]);
    expect(calls.map(({ prefer }) => prefer)).toEqual(['handling=strict']);
  });
});
