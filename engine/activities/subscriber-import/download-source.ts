import { endDownloadTurn } from '../../db/imports/turns.ts';
import { readImport } from '../../db/imports/record.ts';
import { download } from '../../files/download.ts';
import { FileError } from '../../files/errors.ts';
import { readFirst } from '../../files/read-first.ts';
import { packedSourceKey, sourceKey } from '../../files/source-key.ts';
import { PACKED_HEAD_BYTES, packingOf } from '../../workbooks/packing.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { fault } from '../faults.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { writeSource } from './write-source.ts';

/**
 * Streams the URL of an import into the file store, a packed file as it is; one that is there already is left alone.
 * @throws ApplicationFailure DownloadFailed (another attempt may help), UnreadableSource (none will) or ImportEnded
 */
export function downloadSource(deps: ActivityDeps) {
  const { pool, files, allowPrivateUrls, minBytesPerSecond } = deps;
  return ({ importId }: ImportReference): Promise<void> =>
    whileHeartbeating(async (signal) => {
      const record = await readImport(pool, importId);
      const { file_source: source } = record.options;
      const isStored = async (key: string) => (await files.size(key)) !== null;
      if (source.type !== 'url' || (await isStored(sourceKey(record))) || (await isStored(packedSourceKey(record)))) {
        return endDownloadTurn(pool, importId);
      }
      try {
        const maxBytes = record.maxDownloadBytes;
        const answer = await download(source.url, { signal, maxBytes, allowPrivateUrls, minBytesPerSecond });
        try {
          const { first, all } = await readFirst(answer.body, PACKED_HEAD_BYTES);
          const arriving = {
            content: all,
            bytes: answer.contentLength,
            isPacked: packingOf(first) !== null,
            packedBytes: null,
            maxBytes,
          };
          await writeSource(deps, record, arriving, signal);
        } finally {
          await answer.close();
        }
        await endDownloadTurn(pool, importId);
      } catch (error) {
        // Attempts at a URL are counted by the machine, not by Temporal.
        if (error instanceof FileError && error.retryable) throw fault('DownloadFailed', error.message);
        throw error;
      }
    });
}
