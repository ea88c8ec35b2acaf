import { download } from '../../files/download.ts';
import { FileError } from '../../files/errors.ts';
import { readFirst } from '../../files/read-first.ts';
import { packedSourceKey, sourceKey } from '../../files/source-key.ts';
import { PACKED_HEAD_BYTES, packingOf } from '../../workbooks/packing.ts';
import type { ActivityDeps } from '../deps.ts';
import { fault } from '../faults.ts';
import type { SourceKind, SourceRecord } from './source-record.ts';
import { writeSource } from './write-source.ts';

/**
 * Streams the URL of a job into the file store, a packed file as it is; one that is there already is left alone.
 * @throws ApplicationFailure DownloadFailed (another attempt may help), UnreadableSource (none will) or ImportEnded
 */
export async function fetchSource<Job extends SourceRecord>(
  deps: ActivityDeps,
  kind: SourceKind<Job>,
  record: Job,
  signal: AbortSignal,
): Promise<void> {
  const { files, allowPrivateUrls, minBytesPerSecond } = deps;
  const { file_source: source } = record.options;
  const keys = [sourceKey, packedSourceKey].map((keyOf) => keyOf(record, kind.folder));
  if (source.type !== 'url') return;
  for (const key of keys) if ((await files.size(key)) !== null) return;
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
      await writeSource(deps, kind, record, arriving, signal);
    } finally {
      await answer.close();
    }
  } catch (error) {
    // Attempts at a URL are counted by the machine, not by Temporal.
    if (error instanceof FileError && error.retryable) throw fault('DownloadFailed', error.message);
    throw error;
  }
}
