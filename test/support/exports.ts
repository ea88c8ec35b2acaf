import { setTimeout as delay } from 'node:timers/promises';
import { hasEnded } from '../../engine/domain/job-states.ts';
import type { TestEngine } from './engine.ts';
import { succeed, untilRowEnded } from './imports.ts';

const POLL_MS = 20;
const LIMIT_MS = 60_000;

/** Creates an export of a list. @returns its id */
export async function createExport(
  engine: TestEngine,
  listId: number,
  settings: Record<string, unknown> = {},
): Promise<number> {
  const body = { subscriber_export: settings };
  return succeed(await engine.call('POST', `/mailing_lists/${listId}/subscriber_exports`, body)).data.id as number;
}

/** Waits until an export's record satisfies a condition; fails with the last record when it does not come about. */
export async function untilExport(
  engine: TestEngine,
  exportId: number,
  condition: (record: any) => boolean,
): Promise<any> {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    const { data } = await engine.call('GET', `/subscriber_exports/${exportId}`);
    if (condition(data)) return data;
    if (Date.now() > deadline) throw new Error(`Export ${exportId} stayed as ${JSON.stringify(data)}.`);
    await delay(POLL_MS);
  }
}

/** Waits for the end of an export. @returns its record */
export async function untilExportEnded(engine: TestEngine, exportId: number) {
  await untilRowEnded(engine, 'subscriber_exports', exportId);
  return untilExport(engine, exportId, ({ state }) => hasEnded(state as string));
}

/** Exports a list to the end. @returns the content of the file */
export async function exportList(
  engine: TestEngine,
  listId: number,
  settings: Record<string, unknown> = {},
): Promise<string> {
  const id = await createExport(engine, listId, settings);
  const { state, error_message } = await untilExportEnded(engine, id);
  if (state !== 'finished') throw new Error(`The export ended as ${state}: ${error_message}`);
  return engine.text(`/subscriber_exports/${id}/file`);
}
