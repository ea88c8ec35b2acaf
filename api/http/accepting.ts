import type { Server } from 'node:http';
import { setImmediate } from 'node:timers/promises';

/**
 * Node accepts one connection in each turn of its event loop. When hundreds of connections come at once and each turn also works
 * for several milliseconds, a call on the last of them waits for seconds before it is read. So calls begin their work when the
 * connections that wait have been accepted, in turns that do nothing else.
 * @returns resolves once two turns in a row have accepted no connection, after `LONGEST_MS` at the latest
 */
export function awaitAccepted(server: Server): () => Promise<void> {
  let turnsToSee = 0;
  let quiet: Promise<void> | null = null;
  server.on('connection', () => (turnsToSee = QUIET_TURNS));
  const untilQuiet = async () => {
    const latest = performance.now() + LONGEST_MS;
    for (; turnsToSee > 0 && performance.now() < latest; turnsToSee -= 1) await setImmediate();
    quiet = null;
  };
  return () => (turnsToSee === 0 ? Promise.resolve() : (quiet ??= untilQuiet()));
}

/** A connection whose call was read in a turn before the next one was accepted is followed by it in the turn after. */
const QUIET_TURNS = 2;

/** A client that opens connections without end must not hold up the calls of others. */
const LONGEST_MS = 100;
