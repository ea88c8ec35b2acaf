import { gzipSync } from 'node:zlib';
import type { Attack } from '../attack.ts';
import { callRounds } from '../hostile/callers.ts';
import type { Hostile } from '../hostile/hostile.ts';
import { makeFile } from '../hostile/make-file.ts';
import { sendUpload } from '../hostile/send-upload.ts';

const IMPORTS = 'suppressed_address_imports';

/** Imports of suppressed addresses run two at a time in an organization; each address that is new is a row that stays. */
export const suppressedImports: Attack = {
  name: 'suppressed-imports',
  title:
    'imports of suppressed addresses: 120 that wait for slots, files of gzip with 200,000 addresses and with 16 MB of bad rows, and 40 generated files',
  play: async (hostile) => {
    const isFull = hostile.size === 'full';
    await importLargeFiles(hostile, isFull ? 200_000 : 5_000, isFull ? 16_000_000 : 300_000);
    await importGeneratedFiles(hostile, isFull ? 40 : 4);
    await queueImports(hostile, isFull ? 15 : 2);
  },
};

/** Small files that unpack to much: a row for each address, a log that is larger than its rows, and a field that never ends. */
async function importLargeFiles(hostile: Hostile, addresses: number, bytes: number): Promise<void> {
  const good = Array.from({ length: addresses }, (_, n) => `suppressed${n}@example.com\n`).join('');
  const ids = [];
  for (const content of [`email\n${good}`, Buffer.alloc(bytes, 'email\nno address\n'), Buffer.alloc(bytes, '"')]) {
    const id = await sendUpload(hostile, gzipSync(content));
    ids.push(await startSuppression(hostile, { type: 'upload', id }));
    await hostile.call('DELETE', `/uploads/${id}`, undefined, { headers: { 'tus-resumable': '1.0.0' } });
  }
  await hostile.finishImports(ids, hostile.size === 'full' ? 50_000 : 30_000, IMPORTS);
}

async function importGeneratedFiles(hostile: Hostile, count: number): Promise<void> {
  const ids = [];
  for (let i = 0; i < count; i++) {
    const name = `suppressed-${i}.csv`;
    const source = await hostile.upload(name, makeFile(hostile.random.fork(name)));
    ids.push(await startSuppression(hostile, source));
  }
  await hostile.finishImports(ids, 20_000, IMPORTS);
}

/** Reads the list while they wait: by a part of the address, and from its end. */
async function queueImports(hostile: Hostile, rounds: number): Promise<void> {
  const ids: (number | null)[] = [];
  await callRounds({ callers: 8, rounds }, async ({ caller, round }) => {
    const rows = Array.from({ length: 2_000 }, (_, n) => `c${caller}r${round}n${n}@example.com\n`).join('');
    ids.push(await startSuppression(hostile, { type: 'json', content: `email\n${rows}` }));
    await hostile.call('GET', `/suppressed_addresses?search=${caller}n${round}&per_page=100`);
    await hostile.call('GET', '/suppressed_addresses?page=1000&per_page=100');
  });
  await hostile.finishImports(ids, hostile.size === 'full' ? 40_000 : 30_000, IMPORTS);
}

async function startSuppression({ call, count }: Hostile, file_source: object): Promise<number | null> {
  const { text } = await call('POST', `/${IMPORTS}`, { suppressed_address_import: { file_source } });
  const id = /^\{"success":true,"data":\{"id":(\d+)/.exec(text)?.[1];
  count(id === undefined ? 'imports refused' : 'imports begun');
  return id === undefined ? null : Number(id);
}
