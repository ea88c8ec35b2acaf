import type { InlineResult } from '../../../machines/subscriber-import-work.ts';
import { readImport } from '../../db/imports/record.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { whileHeartbeating, withTimeLimit } from '../heartbeat.ts';
import { admitRows } from './admit-rows.ts';
import { importWhole } from './import-whole.ts';
import { mergeChunk } from './merge-chunk.ts';
import { scanImportSource } from './scan-import-source.ts';
import { stageRange } from './stage-range.ts';

/** An import to do inline. */
export interface InlineReference extends ImportReference {
  /** Temporal's fairness key of the job, by which its organization has turns. Temporal gives local activities none. */
  readonly fairnessKey?: string | undefined;
}

/**
 * Scans, stages, admits and merges a small import: in one transaction where that is possible, else as the separate activities
 * would. An import of several ranges or chunks is only scanned. If interrupted, the next attempt resumes from the ledger. The slots are
 * taken from each organization in turn.
 */
export function importInline(deps: ActivityDeps) {
  const scan = scanImportSource(deps);
  const stage = stageRange(deps);
  const admit = admitRows(deps);
  const merge = mergeChunk(deps);
  const importNow = async (importId: number): Promise<InlineResult> => {
    const whole = await whileHeartbeating(async (signal) =>
      importWhole(deps, await readImport(deps.pool, importId), signal),
    );
    if (whole !== null) return whole;
    const summary = await scan({ importId });
    if (summary.ranges !== 1 || summary.chunks !== 1) return { scan: summary, range: null, chunk: null };
    const range = await stage({ importId, number: 0 });
    if (summary.limited) await admit({ importId });
    return { scan: summary, range, chunk: await merge({ importId, number: 0, goesWithSmall: true }) };
  };
  return async ({ importId, fairnessKey = '' }: InlineReference): Promise<InlineResult> => {
    const leave = await whileHeartbeating((signal) => deps.inlineSlots.enter(fairnessKey, { signal }));
    try {
      return await withTimeLimit(deps.inlineMs, () => importNow(importId));
    } finally {
      leave();
    }
  };
}
