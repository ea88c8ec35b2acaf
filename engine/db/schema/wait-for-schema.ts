import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { describeError } from '../../platform/describe-error.ts';
import type { Queryable } from '../core/connections.ts';
import { findSchemaFault } from './schema-check.ts';
import { requireServer } from '../core/server-check.ts';

/** Milliseconds between two checks of a schema that this version cannot work with, and of one that it works with. */
const WAIT_MS = 2_000;
const WATCH_MS = 5_000;

/**
 * Waits while the database has a schema that this version cannot work with, and logs why.
 * @throws ConfigurationError when the server cannot be used; whatever the driver throws when it does not answer
 */
export async function waitForSchema(
  db: Queryable,
  log: Logger,
  pause: () => Promise<unknown> = () => delay(WAIT_MS),
): Promise<void> {
  await requireServer(db);
  for (let said: string | null = null; ;) {
    const fault = await findSchemaFault(db);
    if (fault === null) {
      if (said !== null) log.info('the schema of the database has changed: this process starts');
      return;
    }
    if (fault !== said) log.warn({ reason: fault }, 'waiting for another schema of the database');
    said = fault;
    await pause();
  }
}

/** Looks at the schema from time to time, and calls back once when this version cannot work with it any more. @returns what ends that */
export function watchSchema(db: Queryable, log: Logger, onFault: () => void, everyMs = WATCH_MS): () => void {
  let isLooking = false;
  const look = async () => {
    const fault = await findSchemaFault(db).catch((error: unknown) => {
      // Work with the database reports that it is away.
      log.debug({ fault: describeError(error) }, 'the schema of the database could not be read');
      return null;
    });
    if (fault === null) return;
    clearInterval(timer);
    log.error({ reason: fault }, 'the schema of the database has changed: this process stops its work');
    onFault();
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => (isLooking = false));
  }, everyMs).unref();
  return () => clearInterval(timer);
}
