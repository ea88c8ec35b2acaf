import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** The state of a connection that pg keeps and leaves out of its types. */
interface Connection {
  readonly readyForQuery: boolean;
  readonly _txStatus: string | null;
  readonly _ended: boolean;
}

/** Counts the connections to Postgres that the code of this process holds at a time. */
export interface HeldConnections {
  /** The most that were held at a time since the last call. */
  most(): number;
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
 * replaces. Those of the pool of the service are left out: it reads the schema, the epoch and lost jobs from time to time, also while
 * a call is answered.
 */
export function watchHeldConnections(ofService: pg.Pool): HeldConnections {
  const { connect, query } = pg.Client.prototype;
  const unused = new Set<unknown>();
  const used = new Set<unknown>();
  let most = 0;
  const isOfCall = (client: unknown) => !(ofService as unknown as WatchedPool)._clients.includes(client);
  const isHeld = (client: unknown) => {
    const { readyForQuery, _txStatus, _ended } = client as Connection;
    return !_ended && (!readyForQuery || _txStatus === 'T' || _txStatus === 'E');
  };
  const now = () => unused.size + [...used].filter(isHeld).length;
  const count = () => {
    most = Math.max(most, now());
  };
  pg.Client.prototype.connect = function (this: pg.Client, ...sent: never[]) {
    if (isOfCall(this)) unused.add(this);
    count();
    return Reflect.apply(connect, this, sent) as unknown;
  } as typeof connect;
  pg.Client.prototype.query = function (this: pg.Client, ...sent: never[]) {
    const answer: unknown = Reflect.apply(query, this, sent);
    unused.delete(this);
    if (isOfCall(this)) used.add(this);
    count();
    return answer;
  } as typeof query;
  return {
    most: () => {
      const held = most;
      most = 0;
      return held;
    },
    rest: async () => {
      const deadline = performance.now() + REST_LIMIT_MS;
      for (let quiet = 0; quiet < QUIET_LOOKS && performance.now() < deadline; quiet = now() === 0 ? quiet + 1 : 0) {
        await delay(LOOK_MS);
      }
    },
    stop: () => void Object.assign(pg.Client.prototype, { connect, query }),
  };
}
