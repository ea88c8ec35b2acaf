import { endDownloadTurn } from '../../db/imports/turns.ts';
import { readImport } from '../../db/imports/record.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { fetchSource } from '../sources/fetch-source.ts';
import { IMPORT_SOURCES } from './import-sources.ts';

/**
 * Streams the URL of an import into the file store, and ends its turn to download.
 * @throws ApplicationFailure DownloadFailed (another attempt may help), UnreadableSource (none will) or ImportEnded
 */
export function downloadSource(deps: ActivityDeps) {
  return ({ importId }: ImportReference): Promise<void> =>
    whileHeartbeating(async (signal) => {
      await fetchSource(deps, IMPORT_SOURCES, await readImport(deps.pool, importId), signal);
      await endDownloadTurn(deps.pool, importId);
    });
}
