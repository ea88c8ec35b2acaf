import { setTimeout as delay } from 'node:timers/promises';
import { hasEnded } from '../../engine/domain/job-states.ts';
import type { TestEngine } from './engine.ts';
import { succeed, untilRowEnded } from './imports.ts';

const POLL_MS = 20;
const LIMIT_MS = 60_000;

/** Begins the undo of an import, or a dry run of it. @returns its id */
export async function undoImport(engine: TestEngine, importId: number, { dryRun = false } = {}): Promise<number> {
  const body = dryRun ? { import_undo: { dry_run: true } } : undefined;
  return succeed(await engine.call('POST', `/subscriber_imports/${importId}/undo`, body)).data.id as number;
}

/** Waits until the record of an undo satisfies a condition. @throws Error with the last record */
export async function untilUndo(engine: TestEngine, id: number, condition: (data: any) => boolean): Promise<any> {
  const deadline = Date.now() + LIMIT_MS;
  for (; ; await delay(POLL_MS)) {
    const { data } = succeed(await engine.call('GET', `/import_undos/${id}`));
    if (condition(data)) return data;
    if (Date.now() > deadline) throw new Error(`Undo ${id} stayed as ${JSON.stringify(data)}.`);
  }
}

/** Waits for the end of an undo. @returns its record */
export async function untilUndoEnded(engine: TestEngine, id: number): Promise<any> {
  await untilRowEnded(engine, 'import_undos', id);
  return untilUndo(engine, id, ({ state }) => hasEnded(state as string));
}
