import { setTimeout as delay } from 'node:timers/promises';
import { hasEnded } from '../../engine/domain/job-states.ts';
import type { TestEngine } from './engine.ts';
import { succeed, untilRowEnded } from './imports.ts';

const POLL_MS = 20;
const LIMIT_MS = 60_000;

/** Creates an import of suppressed addresses, from inline text unless a source is given. @returns its id */
export async function suppress(
  engine: TestEngine,
  source: string | Record<string, unknown>,
  settings: Record<string, unknown> = {},
): Promise<number> {
  const file_source = typeof source === 'string' ? { type: 'json', content: source } : source;
  const body = { suppressed_address_import: { file_source, ...settings } };
  return succeed(await engine.call('POST', '/suppressed_address_imports', body)).data.id as number;
}

/** Waits for the end of an import of suppressed addresses. @returns its record */
export async function untilSuppressed(engine: TestEngine, id: number): Promise<any> {
  await untilRowEnded(engine, 'suppressed_address_imports', id);
  return untilSuppression(engine, id, ({ state }) => hasEnded(state as string));
}

/** Waits until the record of an import of suppressed addresses satisfies a condition. @throws Error with the last record */
export async function untilSuppression(
  engine: TestEngine,
  id: number,
  condition: (record: any) => boolean,
): Promise<any> {
  for (const deadline = Date.now() + LIMIT_MS; ; await delay(POLL_MS)) {
    const { data } = await engine.call('GET', `/suppressed_address_imports/${id}`);
    if (condition(data)) return data;
    if (Date.now() > deadline) throw new Error(`Import ${id} stayed as ${JSON.stringify(data)}.`);
  }
}

/** The suppressed addresses of organization 1, in their order. */
export async function suppressedAddresses(engine: TestEngine): Promise<string[]> {
  const { data } = succeed(await engine.call('GET', '/suppressed_addresses'));
  return (data as { email: string }[]).map(({ email }) => email);
}
