import pg from 'pg';
import type { ClientBase, ClientConfig } from 'pg';
import { endConnection } from './socket-of.ts';

const LOOK_MS = 250;

/**
 * Ends a connection that is not made within some milliseconds from now, with an error that `isPostgresAway` knows. They are counted in
 * looks, so that the time for which this process stands still is none of them: the answer of the server has come by then, and the
 * timer of the driver would expire before it is read.
 */
export function limitConnecting(client: ClientBase, withinMs: number): void {
  let waitedMs = 0;
  const stop = () => clearInterval(timer);
  const timer = setInterval(() => {
    waitedMs += LOOK_MS;
    if (waitedMs < withinMs) return;
    stop();
    endConnection(client, 'it was not made in time');
  }, LOOK_MS).unref();
  client.once('connect', stop).once('end', stop);
}

/** The class of the connections of a pool, each of which is limited so. A pool connects each as soon as it has created it. */
export function clientWithin(withinMs: number): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: string | ClientConfig) {
      super(typeof config === 'string' ? config : { ...config, connectionTimeoutMillis: 0 });
      limitConnecting(this, withinMs);
    }
  };
}
