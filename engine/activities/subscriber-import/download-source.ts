import { endDownloadTurn } from '../../db/imports/turns.ts';
import { recordSourceBytes } from '../../db/imports/state.ts';
import { readImport } from '../../db/imports/record.ts';
import { download } from '../../files/download.ts';
import { FileError } from '../../files/errors.ts';
import { sourceKey } from '../../files/source-key.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { fault } from '../faults.ts';
import { whileHeartbeating } from '../heartbeat.ts';

/**
 * Streams the URL of an import into the file store; one that is there already is left alone.
 * @throws ApplicationFailure DownloadFailed (another attempt may help) or UnreadableSource (none will)
 */
export function downloadSource({ pool, files, allowPrivateUrls, minBytesPerSecond }: ActivityDeps) {
  return ({ importId }: ImportReference): Promise<void> =>
    whileHeartbeating(async (signal) => {
      const { options, maxDownloadBytes } = await readImport(pool, importId);
      const { file_source: source } = options;
      if (source.type !== 'url' || (await files.size(sourceKey(importId))) !== null)
        return endDownloadTurn(pool, importId);
      try {
        const { body } = await download(source.url, {
          ...{ signal, maxBytes: maxDownloadBytes, allowPrivateUrls, minBytesPerSecond },
        });
        const { bytes } = await files.write(sourceKey(importId), body, { maxBytes: maxDownloadBytes, signal });
        await recordSourceBytes(pool, importId, bytes);
        await endDownloadTurn(pool, importId);
      } catch (error) {
        // Attempts at a URL are counted by the machine, not by Temporal.
        if (error instanceof FileError && error.retryable) throw fault('DownloadFailed', error.message);
        throw error;
      }
    });
}
