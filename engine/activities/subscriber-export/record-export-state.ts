import { recordState } from '../../db/exports/ledger.ts';
import type { ActivityDeps } from '../deps.ts';
import type { ExportReference } from './export-reference.ts';

/** Writes an export's public state where the lists read it; at the end also when that was and how large the file is. */
export function recordExportState({ pool }: ActivityDeps) {
  return (change: ExportReference & { state: string; errorMessage: string | null }): Promise<void> =>
    recordState(pool, change);
}
