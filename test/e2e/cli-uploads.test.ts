import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createList } from '../support/imports.ts';
import { runSluice } from '../support/sluice.ts';

const ROWS = 4_000;
const line = (i: number) => `reader-${i}@example.com,${'x'.repeat(2_970)}\n`;
/** 12 MB, of which a usual command sends nothing inline. */
const LARGE = `email,notes\n${Array.from({ length: ROWS }, (_, i) => line(i)).join('')}`;
const HALF = LARGE.length / 2;

describe('sluice import of a large file', () => {
  let engine: TestEngine;
  let home: string;
  let port: number;
  beforeAll(async () => {
    engine = await startTestEngine();
    home = await mkdtemp(join(tmpdir(), 'sluice-cli-uploads-'));
    port = Number(new URL(await engine.app.listen({ host: '127.0.0.1', port: 0 })).port);
  });
  afterAll(async () => {
    await engine.stop();
    await rm(home, { recursive: true });
  });

  it('sends it as an upload, which is forgotten once the import is created', async () => {
    const args = await argumentsOf('large.csv', LARGE);
    const first = await runSluice(args, settings(port));
    expect(first).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/ 0 of 1\d{7} bytes of large\.csv sent\n[^]*added +4000\n/),
    });
    expect(await kept()).toEqual([]);
    expect((await runSluice(args, settings(port))).stderr).toContain(' 0 of 1197');
    expect(await uploads()).toHaveLength(2);
  });

  it('sends a file that is compressed with gzip, also a small one', async () => {
    const args = await argumentsOf('packed.csv.gz', gzipSync('Mail\nann@example.com\n'), ['--map', 'Mail=email']);
    expect(await runSluice(args, settings(port))).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/added +1\n$/),
    });
  });

  it('goes on by itself when the connection breaks', async () => {
    const proxy = await startProxy((client) => client.destroy());
    const args = await argumentsOf('broken.csv', LARGE);
    expect(await runSluice(args, settings(proxy))).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/added +4000\n$/),
    });
    expect(await uploads('broken.csv')).toEqual([LARGE.length]);
  });

  it('goes on with the same command when the first one was killed', async () => {
    const proxy = await startProxy((client) => {
      killed.kill('SIGKILL');
      client.destroy();
    });
    const args = await argumentsOf('killed.csv', LARGE);
    const killed = spawn(process.execPath, ['bin/sluice.js', ...args], { env: { ...process.env, ...settings(proxy) } });
    await once(killed, 'close');
    expect(await kept()).toHaveLength(1);

    const again = await runSluice(args, settings(proxy));
    const [, resumedAt] = /\] (\d+) of \d+ bytes of killed\.csv sent\n/.exec(again.stderr) ?? [];
    expect(Number(resumedAt)).toBeGreaterThan(0);
    expect(again).toMatchObject({ code: 0, stderr: expect.stringMatching(/added +4000\n$/) });
    expect(await uploads('killed.csv')).toEqual([LARGE.length]);
  });

  it('sends a file once, although --map has a mistake at first', async () => {
    const args = await argumentsOf('mapped.csv', LARGE, ['--map', 'Mail=email']);
    expect(await runSluice(args, settings(port))).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/\n--map names the column "Mail", but the file has: email, notes\.\n$/),
    });
    const corrected = [...args.slice(0, -1), 'notes='];
    expect(await runSluice(corrected, settings(port))).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^\[#{20}\] 1197\d+ of 1197\d+ bytes of mapped\.csv sent\n[^]*added +4000\n$/),
    });
    expect(await uploads('mapped.csv')).toHaveLength(1);
    expect(await kept()).toEqual([]);
  });

  it('finds a wrong key before anything is kept', async () => {
    const wrong = { ...settings(port), SLUICE_API_KEY: 'eA==' };
    expect(await runSluice(await argumentsOf('unsent.csv', LARGE), wrong)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The upload was refused: '),
    });
    expect(await uploads('unsent.csv')).toEqual([]);
  });

  const settings = (at: number) => ({
    SLUICE_URL: `http://127.0.0.1:${at}`,
    SLUICE_API_KEY: engine.apiKey,
    SLUICE_CACHE_DIR: join(home, 'cache'),
  });

  async function argumentsOf(name: string, content: string | Buffer, options = ['--map', 'notes=']): Promise<string[]> {
    const file = join(home, name);
    await writeFile(file, content);
    const list = await createList(engine, `${name} ${crypto.randomUUID()}`);
    return ['import', file, '--list', String(list), '--watch', ...options];
  }

  const kept = () => readdir(join(home, 'cache', 'uploads')).catch(() => []);

  /** The bytes of the uploads of a name that have arrived. */
  async function uploads(filename = 'large.csv'): Promise<number[]> {
    const text = 'select received_bytes as bytes from uploads where filename = $1';
    return (await engine.pool.query<{ bytes: number }>(text, [filename])).rows.map(({ bytes }) => bytes);
  }

  /** Stands between the command and the service; `interrupt` gets the connection by which half of the file was sent, once. */
  async function startProxy(interrupt: (client: Socket) => void): Promise<number> {
    let passed = 0;
    const server = createServer((client) => {
      const service = connect(port, '127.0.0.1');
      client.on('error', () => service.destroy()).on('close', () => service.destroy());
      service.on('error', () => client.destroy()).on('close', () => client.destroy());
      service.pipe(client);
      client.on('data', (block) => {
        const isHalf = passed < HALF && passed + block.length >= HALF;
        passed += block.length;
        if (isHalf) interrupt(client);
        else if (!service.write(block)) client.pause();
      });
      service.on('drain', () => client.resume());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return (server.address() as AddressInfo).port;
  }
});
