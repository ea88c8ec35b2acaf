import type { PoolClient } from 'pg';
import { inTransaction } from '../../db/core/transaction.ts';
import { findNextEnded, noteRemovedTo, readRemovedTo } from '../../db/imports/kept-files.ts';
import { lockEndedImport } from '../../db/imports/purge.ts';
import { dropSomeStaging } from '../../db/imports/staging.ts';
import { importKeys } from '../../files/source-key.ts';
import type { ActivityDeps } from '../deps.ts';

/**
 * Minutes for which a finished import keeps its source and its settings: a database that goes back by less may have it unfinished
 * again, and its staged rows no more.
 */
const KEPT_MINUTES = 15;
/** Minutes for which it keeps them where the file store is nearly full. */
const KEPT_MINUTES_WITHOUT_ROOM = 1;
/** Imports whose files are removed at the same time. */
const TOGETHER = 20;
/** The next call continues after so many milliseconds. */
const LIMIT_MS = 20_000;

/**
 * Removes the files that finished imports have kept for long enough, and the staging tables of those whose clean-up a database that went
 * back has lost. Each import that has ended is looked at once, in the order of their ends. @returns how many had kept files
 */
export async function removeKeptFiles(
  { pool, files }: Pick<ActivityDeps, 'pool' | 'files'>,
  signal: AbortSignal,
  minutesAgo?: number,
): Promise<number> {
  const until = Date.now() + LIMIT_MS;
  const minutes = minutesAgo ?? ((await files.hasRoom()) ? KEPT_MINUTES : KEPT_MINUTES_WITHOUT_ROOM);
  let removed = 0;
  for (let after = await readRemovedTo(pool); Date.now() < until;) {
    signal.throwIfAborted();
    const ended = await findNextEnded(pool, { after, minutesAgo: minutes, most: TOGETHER });
    const last = ended.at(-1);
    if (last === undefined) break;
    const keeping = ended.filter(({ keepsFiles }) => keepsFiles);
    for (const { id } of ended.filter(({ isStaged }) => isStaged)) await dropLeftStaging(pool, id, signal);
    await Promise.all(keeping.flatMap(importKeys).map((key) => files.remove(key)));
    await noteRemovedTo(pool, last);
    removed += keeping.length;
    after = last;
  }
  return removed;
}

async function dropLeftStaging(pool: ActivityDeps['pool'], importId: number, signal: AbortSignal): Promise<void> {
  const dropSome = (client: PoolClient) => {
    signal.throwIfAborted();
    return lockEndedImport(client, importId).then((ended) => ended !== null && dropSomeStaging(client, importId));
  };
  while (await inTransaction(pool, dropSome));
}
