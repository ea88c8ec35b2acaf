import type { Counters } from '../../domain/subscriber-imports.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { admitRows } from './admit-rows.ts';
import { mergeChunk } from './merge-chunk.ts';
import { scanImportSource } from './scan-import-source.ts';
import type { ScanSummary } from './scan-import-source.ts';
import { stageRange } from './stage-range.ts';

/** What each of the pieces of a small import answers; null for what is left to do. */
export interface DoneAtOnce {
  readonly scan: ScanSummary;
  readonly range: { readonly failed: number } | null;
  readonly chunk: { readonly counters: Counters } | null;
}

/**
 * Scans, stages, admits and merges a small import, piece by piece as their own activities would; one of several ranges or
 * chunks is only scanned. If interrupted, the next attempt resumes from the ledger.
 */
export function importAtOnce(deps: ActivityDeps) {
  const scan = scanImportSource(deps);
  const stage = stageRange(deps);
  const admit = admitRows(deps);
  const merge = mergeChunk(deps);
  return async ({ importId }: ImportReference): Promise<DoneAtOnce> => {
    const summary = await scan({ importId });
    if (summary.ranges !== 1 || summary.chunks !== 1) return { scan: summary, range: null, chunk: null };
    const range = await stage({ importId, number: 0 });
    if (summary.limited) await admit({ importId });
    return { scan: summary, range, chunk: await merge({ importId, number: 0 }) };
  };
}
