import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CancelledFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityDeps } from '../../../../engine/activities/deps.ts';
import { sourceKey } from '../../../../engine/files/source-key.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { attempt, createEnvironment } from '../pipeline.ts';
import { countedBytes, NO_ROOM, storedBytes } from './source-bytes.ts';

const KIBIBYTE = 1024;
/** Bytes of the source. */
const SOURCE = 300 * KIBIBYTE;

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

/** Activities whose sources may take so many bytes. */
const withRoom = (importSourcesBytes: number): ActivityDeps => ({ ...fixture.deps, importSourcesBytes });

describe('a source that is downloaded', () => {
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    open.add(response);
    if (request.url === '/announced') response.setHeader('content-length', SOURCE);
    response.flushHeaders();
    if (request.url === '/endless') response.write(Buffer.alloc(SOURCE, 'a@example.com\n'));
    else response.end(Buffer.alloc(SOURCE, 'a@example.com\n'));
  });
  let address: string;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const create = async (list: TestList, path: string) => {
    const url = `${address}${path}`;
    const id = await fixture.createImport(list, '', { file_source: { type: 'url', url } });
    await fixture.deps.files.remove(sourceKey({ id, jobKey: null }));
    return id;
  };
  const downloaded = (deps: ActivityDeps, importId: number, environment = createEnvironment()) =>
    attempt(deps, 'downloadSource', { importId }, environment);

  it.each(['/announced', '/chunked'])('fails without a further attempt where it does not fit: %s', async (path) => {
    const list = await fixture.createList();
    const id = await create(list, path);
    await expect(downloaded(withRoom(SOURCE - 1), id)).rejects.toMatchObject({
      type: 'UnreadableSource',
      message: expect.stringMatching(NO_ROOM),
    });
    expect([await countedBytes(fixture, list), await storedBytes(fixture, [id])]).toEqual([0, 0]);
    await downloaded(withRoom(SOURCE), id);
    expect([await countedBytes(fixture, list), await storedBytes(fixture, [id])]).toEqual([SOURCE, SOURCE]);
  });

  /** Begins a download that never ends, and waits until all that is sent is counted. */
  const beginEndless = async (list: TestList, id: number) => {
    const environment = createEnvironment();
    const download = downloaded(withRoom(10 * SOURCE), id, environment).catch((error: unknown) => error);
    while ((await storedBytes(fixture, [id])) < SOURCE - 256 * KIBIBYTE || (await countedBytes(fixture, list)) < SOURCE)
      await tick();
    return { download, environment };
  };

  it('counts while it is written, and no more when it is cancelled', async () => {
    const list = await fixture.createList();
    const id = await create(list, '/endless');
    const { download, environment } = await beginEndless(list, id);
    expect(await countedBytes(fixture, list)).toBeGreaterThanOrEqual(await storedBytes(fixture, [id]));
    environment.cancel();
    expect(await download).toBeInstanceOf(CancelledFailure);
    expect([await countedBytes(fixture, list), await storedBytes(fixture, [id])]).toEqual([0, 0]);
  });

  it('counts once when another attempt takes over, and the first one writes no more', async () => {
    const list = await fixture.createList();
    const id = await create(list, '/endless');
    const { download } = await beginEndless(list, id);
    const first = [...open].at(-1);
    await fixture.pool.query(
      `update subscriber_imports set options = jsonb_set(options, '{file_source,url}', $2) where id = $1`,
      [id, JSON.stringify(`${address}/chunked`)],
    );
    await downloaded(withRoom(10 * SOURCE), id);
    expect([await countedBytes(fixture, list), await storedBytes(fixture, [id])]).toEqual([SOURCE, SOURCE]);
    first?.write(Buffer.alloc(SOURCE, 'b@example.com\n'));
    expect(await download).toMatchObject({ message: 'Another attempt stores the source of the import.' });
    expect([await countedBytes(fixture, list), await storedBytes(fixture, [id])]).toEqual([SOURCE, SOURCE]);
  });

  it('stops when its import has ended, and leaves nothing', async () => {
    const list = await fixture.createList();
    const id = await create(list, '/endless');
    const { download } = await beginEndless(list, id);
    await attempt(fixture.deps, 'recordImportState', {
      ...{ importId: id, state: 'failed', errorMessage: 'Ended from outside.' },
    });
    [...open].at(-1)?.write(Buffer.alloc(SOURCE, 'b@example.com\n'));
    expect(await download).toMatchObject({ type: 'ImportEnded' });
    expect([await countedBytes(fixture, list), await storedBytes(fixture, [id])]).toEqual([0, 0]);
  });
});

function tick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
