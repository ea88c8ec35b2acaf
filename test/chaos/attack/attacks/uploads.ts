import { gzipSync } from 'node:zlib';
import { API_PREFIX } from '../../../../api/http/prefix.ts';
import { BOUNDS } from '../../../../engine/domain/bounds.ts';
import type { Attack } from '../attack.ts';
import type { Hostile } from '../hostile/hostile.ts';
import { beginUpload, sendUpload, TUS } from '../hostile/send-upload.ts';
import type { Begun } from '../hostile/send-upload.ts';

/** Files that are begun, and sent slowly, wrongly or packed. */
export const uploads: Attack = {
  name: 'uploads',
  title:
    '2,000 uploads that are begun, hostile lengths, metadata and ids, parts that never end, files of gzip that unpack to 1,000 times their size',
  play: async (hostile) => {
    const { random, size } = hostile;
    // Every other one is right: together they are more than an organization may have.
    const headersOf = (i: number) =>
      i % 2 === 0
        ? { 'upload-length': '100' }
        : { 'upload-length': random.pick(LENGTHS), 'upload-metadata': random.pick(METADATA) };
    const begun: Begun[] = [];
    while (begun.length < (size === 'full' ? 2_000 : 60)) {
      const together = Array.from({ length: TOGETHER }, (_, i) => beginUpload(hostile, headersOf(i)));
      begun.push(...(await Promise.all(together)));
    }
    const ids = begun.flatMap(({ id }) => id ?? []);
    if (ids.length > BOUNDS.unfinishedUploads.max) hostile.complain(`the tenant has ${ids.length} unfinished uploads`);
    await sendBadParts(hostile, ids);
    await reachForOthers(hostile);
    await Promise.all(ids.map((id) => hostile.call('DELETE', `/uploads/${id}`, undefined, { headers: TUS })));
    await sendBombs(hostile);
  },
};

const TOGETHER = 60;

const LENGTHS = ['100', '1000000', '10737418240', '0', '-1', '1e30', '99999999999999999999', 'x', ''];
const text64 = (text: string) => Buffer.from(text).toString('base64');
const METADATA = [
  `filename ${text64('people.csv')}`,
  `filename ${text64('../../../etc/passwd')}`,
  `filename ${text64('a\u0000\u001b[2J\r\nx: y')}`,
  `filename ${text64('x'.repeat(4_000))}`,
  'filename %%%',
  Array.from({ length: 400 }, (_, i) => `k${i} ${text64('x')}`).join(','),
  `filename ${text64('a')},filename ${text64('b')}`,
  '__proto__ eA==,constructor eA==',
  ',,, ,',
  '',
];

/** Parts at wrong places and of wrong sizes, several at a time of one upload, and some that never end. */
async function sendBadParts({ addresses, call, raw, size }: Hostile, ids: readonly string[]): Promise<void> {
  const part = { ...TUS, 'content-type': 'application/offset+octet-stream' };
  const offsets = ['0', '0', '0', '1', '-1', '99999999999999999999', 'x'];
  await Promise.all(
    ids
      .slice(0, 4)
      .flatMap((id) =>
        offsets.map((offset) =>
          call('PATCH', `/uploads/${id}`, 'x'.repeat(200), { headers: { ...part, 'upload-offset': offset } }),
        ),
      ),
  );
  const held = ids.slice(4, 16).map((id) => {
    const start =
      `PATCH ${API_PREFIX}/uploads/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${addresses.hostile.apiKey}\r\n` +
      `Tus-Resumable: 1.0.0\r\nContent-Type: application/offset+octet-stream\r\nUpload-Offset: 0\r\nContent-Length: 90\r\n\r\n`;
    return raw({ blocks: drip(start), pauseMs: 500, isHeld: true, limitMs: size === 'full' ? 20_000 : 2_000 });
  });
  await Promise.all(held);
}

function* drip(start: string): Generator<string> {
  yield start;
  for (let i = 0; i < 80; i++) yield 'x';
}

/** Uploads of the other tenant, and what is no id. */
async function reachForOthers(hostile: Hostile): Promise<void> {
  const { addresses, call, complain } = hostile;
  const authorization = `Basic ${addresses.other.apiKey}`;
  const { id = 'none' } = await beginUpload(hostile, { authorization, 'upload-length': '5' });
  const part = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  for (const path of [id, `../uploads/${id}`, `%2e%2e%2f${id}`, `${id}%00`, 'x', '0'.repeat(4_000)]) {
    const replies = [
      await call('HEAD', `/uploads/${path}`, undefined, { headers: TUS }),
      await call('PATCH', `/uploads/${path}`, 'hello', { headers: part }),
      await call('DELETE', `/uploads/${path}`, undefined, { headers: TUS }),
    ];
    const reached = replies.find(({ status }) => typeof status === 'number' && status < 400);
    if (reached !== undefined) complain(`an upload of the other tenant was answered ${reached.status}`);
    const started = await hostile.startImport({ type: 'upload', id: path });
    if (started !== null) complain('an import names an upload of the other tenant');
  }
  await call('DELETE', `/uploads/${id}`, undefined, { headers: { ...TUS, authorization } });
}

/** Files that unpack to a thousand times their size, and one that is cut off. */
async function sendBombs(hostile: Hostile): Promise<void> {
  const { call, complain, finishImports, size, startImport } = hostile;
  const bomb = gzipSync(Buffer.alloc((size === 'full' ? 500 : 60) * 1024 * 1024, 'a@example.com\n'));
  const files = [bomb, bomb, bomb.subarray(0, 5_000)];
  const ids = await Promise.all(files.map((file) => sendUpload(hostile, file)));
  const path = `/mailing_lists/${hostile.listId}/subscriber_imports/analyze`;
  const source = (id: string) => ({ type: 'upload', id });
  await Promise.all(ids.map((id) => call('POST', path, { subscriber_import: { file_source: source(id) } })));
  const started = await Promise.all(ids.map((id) => startImport(source(id), { column_mapping: ['email'] })));
  for (const { id, state } of await finishImports(started, 30_000)) {
    if (state === 'finished') complain(`import ${id} of a file that unpacks to 1,000 times its size is finished`);
  }
  await Promise.all(ids.map((id) => call('DELETE', `/uploads/${id}`, undefined, { headers: TUS })));
}
