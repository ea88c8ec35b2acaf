import { gzipSync } from 'node:zlib';
import { BOUNDS } from '../../../../engine/domain/bounds.ts';
import type { Attack } from '../attack.ts';
import { until } from '../../until.ts';
import type { Hostile } from '../hostile/hostile.ts';
import { sendUpload, TUS } from '../hostile/send-upload.ts';
import { FAILED_LOGS_OF_TENANT } from '../service/service.ts';

const MEGABYTE = 1_000_000;

/** Small files of gzip that are to leave much: as sources of dry runs, and as failed logs. */
export const packedSources: Attack = {
  name: 'packed-sources',
  title:
    '40 dry runs of a file of 32 KB that unpacks to 16 MB, and five imports of a file of 16 KB that would leave 160 MB of failed log each',
  play: async (hostile) => {
    await leaveSources(hostile);
    await leaveFailedLogs(hostile);
  },
};

async function leaveSources(hostile: Hostile): Promise<void> {
  const { complain, count, finishImports, readStored, size } = hostile;
  const isFull = size === 'full';
  // Few rows: what is tried is how much stays, and rows take time.
  const file = gzipSync(Buffer.alloc(isFull ? 16 * MEGABYTE : MEGABYTE, `a@example.com,${'x'.repeat(1_000)}\n`));
  const upload = await sendUpload(hostile, file);
  const settings = { column_mapping: ['email', ''], dry_run: true };
  const ids = await startMany(isFull ? 40 : 6, () => hostile.startImport({ type: 'upload', id: upload }, settings));
  await finishImports(ids, isFull ? 60_000 : 30_000);
  await remove(hostile, upload);
  const most = ids.length * file.length;
  let sources = 0;
  // What a dry run has unpacked is removed after the end that a client sees.
  const isRemoved = async () => {
    ({ sources } = await readStored(ids));
    return sources <= most || null;
  };
  await until('the unpacked sources are removed', isRemoved, { limitMs: REMOVAL_LIMIT_MS }).catch(() => undefined);
  count('bytes of sources', sources);
  if (sources > most)
    complain(`${ids.length} dry runs of a file of ${file.length} bytes left sources of ${sources} bytes`);
}

const REMOVAL_LIMIT_MS = 30_000;

/** Rows of 20 wrong numbers, whose reason is 25 times as long as the row. */
async function leaveFailedLogs(hostile: Hostile): Promise<void> {
  const { complain, count, create, finishImports, listId, readStored, size } = hostile;
  const isFull = size === 'full';
  const names = Array.from({ length: 20 }, (_, n) => `A number with a long name for a long reason: ${n}`);
  for (const name of names)
    await create(`/mailing_lists/${listId}/custom_fields`, { custom_field: { name, field_type: 'number' } });
  const row = `a@example.com${',x'.repeat(names.length)}\n`;
  const file = gzipSync(Buffer.alloc(8 * MEGABYTE, row));
  const upload = await sendUpload(hostile, file);
  const settings = { column_mapping: ['email', ...names] };
  const ids = await startMany(isFull ? 5 : 1, () => hostile.startImport({ type: 'upload', id: upload }, settings));
  await finishImports(ids, isFull ? 60_000 : 40_000);
  await remove(hostile, upload);
  const { failedLog, failedLogs, leftOut } = await readStored(ids);
  count('bytes of the largest failed log', failedLog);
  count('failed rows left out', leftOut);
  if (failedLog > BOUNDS.failedLog.max)
    complain(`a file of ${file.length} bytes left a failed log of ${failedLog} bytes`);
  if (failedLogs > FAILED_LOGS_OF_TENANT) complain(`the failed logs of the tenant have ${failedLogs} bytes`);
}

async function startMany(amount: number, start: () => Promise<number | null>): Promise<(number | null)[]> {
  return Promise.all(Array.from({ length: amount }, start));
}

async function remove({ call }: Hostile, upload: string): Promise<void> {
  await call('DELETE', `/uploads/${upload}`, undefined, { headers: TUS });
}
