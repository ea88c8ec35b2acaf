import { AsyncLocalStorage } from 'node:async_hooks';
import diagnostics from 'node:diagnostics_channel';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** The state of a connection that pg keeps and leaves out of its types. */
interface Connection {
  readonly readyForQuery: boolean;
  readonly _txStatus: string | null;
  readonly _ended: boolean;
}

/** Counts the connections to Postgres that calls to this process hold at a time. */
export interface HeldConnections {
  /** The most that one call held at a time since this was last asked. */
  most(): number;
  /** Runs an injected call as one of its own; a call by HTTP is one by itself. */
  call<T>(work: () => Promise<T>): Promise<T>;
  /** Waits until none was held for a moment: the server still reads for a stream whose client has left. Gives up after some seconds. */
  rest(): Promise<void>;
  stop(): void;
}

/** Clients of a pool that pg keeps and leaves out of its types, with those that connect. */
interface WatchedPool {
  readonly _clients: readonly unknown[];
}

const REST_LIMIT_MS = 5_000;
const QUIET_LOOKS = 3;
const LOOK_MS = 2;

/**
 * Watches every connection of this process. One is held from when it is opened until its first statement has ended, and
 * while a statement or a transaction runs on it. Both clients of Postgres, slonik and the pools of pg, use the methods that this
 * replaces. What runs beside calls is left out, also while one is answered: the pool of the service, which reads the schema, the epoch
 * and lost jobs from time to time, and what another call has left running, such as the feed of a stream whose client has left.
 */
export function watchHeldConnections(ofService: pg.Pool): HeldConnections {
  const { connect, query } = pg.Client.prototype;
  const unused = new Set<unknown>();
  const used = new Set<unknown>();
  const calls = new AsyncLocalStorage<object>();
  const callOf = new Map<unknown, object | undefined>();
  let most = 0;
  const beginCall = () => {
    calls.enterWith({});
  };
  diagnostics.subscribe('http.server.request.start', beginCall);
  const isOfCall = (client: unknown) => !(ofService as unknown as WatchedPool)._clients.includes(client);
  const isHeld = (client: unknown) => {
    const { readyForQuery, _txStatus, _ended } = client as Connection;
    return !_ended && (!readyForQuery || _txStatus === 'T' || _txStatus === 'E');
  };
  const heldNow = () => [...unused, ...[...used].filter(isHeld)];
  const count = (client: unknown) => {
    const call = calls.getStore();
    callOf.set(client, call);
    if (call !== undefined) most = Math.max(most, heldNow().filter((held) => callOf.get(held) === call).length);
  };
  pg.Client.prototype.connect = function (this: pg.Client, ...sent: never[]) {
    if (isOfCall(this)) unused.add(this);
    count(this);
    return Reflect.apply(connect, this, sent) as unknown;
  } as typeof connect;
  pg.Client.prototype.query = function (this: pg.Client, ...sent: never[]) {
    const answer: unknown = Reflect.apply(query, this, sent);
    unused.delete(this);
    if (isOfCall(this)) used.add(this);
    count(this);
    return answer;
  } as typeof query;
  return {
    most: () => {
      const held = most;
      most = 0;
      return held;
    },
    call: (work) => calls.run({}, work),
    rest: async () => {
      const deadline = performance.now() + REST_LIMIT_MS;
      for (
        let quiet = 0;
        quiet < QUIET_LOOKS && performance.now() < deadline;
        quiet = heldNow().length === 0 ? quiet + 1 : 0
      ) {
        await delay(LOOK_MS);
      }
    },
    stop: () => {
      diagnostics.unsubscribe('http.server.request.start', beginCall);
      Object.assign(pg.Client.prototype, { connect, query });
    },
  };
}
