import { BOUNDS } from '../domain/bounds.ts';

/** Counts connections and logins for each address, and sessions for each organization. */
export interface LoginThrottle {
  /** Whether one more connection of the address is served; `leave` must be called at its end if so. */
  enter(address: string): boolean;
  leave(address: string): void;
  /** Whether no login of the address is checked now. */
  isBarred(address: string): boolean;
  /** Counts a login that is about to be checked. */
  attempt(address: string): void;
  /** Counts a failed login. @returns the milliseconds to wait before it is answered */
  fail(address: string): number;
  /** Whether one more session of the organization is opened; `close` must be called at its end if so. */
  open(organizationId: number): boolean;
  close(organizationId: number): void;
}

/** Times are milliseconds. */
export interface LoginLimits {
  /** All connections, and those of one address. */
  readonly total: number;
  readonly connections: number;
  /** Sessions of one organization. */
  readonly sessions: number;
  /** Logins of an address, failed or not, within `loginWindowMs`. */
  readonly logins: number;
  readonly loginWindowMs: number;
  /** Failed logins of an address within `windowMs`. */
  readonly failures: number;
  readonly windowMs: number;
  /** Delay of the answer to the first failure; each further failure adds as much. */
  readonly delayMs: number;
  readonly longestDelayMs: number;
}

/** Keys are 160 random bits, so these limits save work of the server rather than protect the keys. */
export const LOGIN_LIMITS: LoginLimits = {
  total: BOUNDS.ftpConnections.max,
  connections: BOUNDS.ftpConnectionsOfAddress.max,
  sessions: BOUNDS.ftpSessions.max,
  logins: BOUNDS.ftpLogins.max,
  loginWindowMs: 60_000,
  failures: BOUNDS.ftpFailedLogins.max,
  windowMs: 600_000,
  delayMs: 500,
  longestDelayMs: 5_000,
};

/** Creates empty counters; `now` returns milliseconds. */
export function createLoginThrottle(limits: LoginLimits, now: () => number = Date.now): LoginThrottle {
  const connections = createCounter<string>();
  const sessions = createCounter<number>();
  const logins = createWindow(limits.loginWindowMs, now);
  const failures = createWindow(limits.windowMs, now);
  const isBarred = (address: string) =>
    failures.count(address) >= limits.failures || logins.count(address) >= limits.logins;

  return {
    enter: (address) =>
      connections.total() < limits.total && !isBarred(address) && connections.add(address, limits.connections),
    leave: (address) => connections.remove(address),
    isBarred,
    attempt: (address) => void logins.add(address),
    fail: (address) => Math.min(limits.delayMs * failures.add(address), limits.longestDelayMs),
    open: (organizationId) => sessions.add(organizationId, limits.sessions),
    close: (organizationId) => sessions.remove(organizationId),
  };
}

function createCounter<Key>() {
  const counts = new Map<Key, number>();
  let total = 0;
  return {
    total: () => total,
    add: (key: Key, most: number): boolean => {
      const count = counts.get(key) ?? 0;
      if (count >= most) return false;
      counts.set(key, count + 1);
      total++;
      return true;
    },
    remove: (key: Key): void => {
      const count = counts.get(key) ?? 0;
      if (count > 1) counts.set(key, count - 1);
      else counts.delete(key);
      total--;
    },
  };
}

/** Counts events of each key; a key's count starts again when the window that its first event opened is over. */
function createWindow(windowMs: number, now: () => number) {
  const entries = new Map<string, { since: number; count: number }>();
  let purgedAt = now();

  /** Each window is purged of old entries once in its length, so that it costs a step for each entry. */
  const purge = () => {
    if (now() - purgedAt <= windowMs) return;
    purgedAt = now();
    for (const [key, { since }] of entries) if (now() - since > windowMs) entries.delete(key);
  };
  const current = (key: string) => {
    const entry = entries.get(key);
    return entry !== undefined && now() - entry.since <= windowMs ? entry : { since: now(), count: 0 };
  };

  return {
    count: (key: string) => current(key).count,
    add: (key: string): number => {
      purge();
      const { since, count } = current(key);
      entries.set(key, { since, count: count + 1 });
      return count + 1;
    },
  };
}
