/** Who is at the door: how many connections an address has, and how often its logins failed lately. */
export interface Guests {
  /** Tells whether one more connection of the address is served; if so, `leave` has to be called at its end. */
  enter(address: string): boolean;
  leave(address: string): void;
  /** Whether so many logins failed lately that none is looked at. */
  isBarred(address: string): boolean;
  /** Notes a failed login. @returns the milliseconds its answer has to wait */
  fail(address: string): number;
}

/** Limits for each address; times are milliseconds. */
export interface GuestLimits {
  readonly connections: number;
  /** Failed logins within the window after which no connection is served until it is over. */
  readonly failures: number;
  readonly windowMs: number;
  /** What the answer to the first failure waits; each further one waits as much longer. */
  readonly delayMs: number;
  readonly longestDelayMs: number;
}

/** Keys are 160 random bits, so these spare the server work rather than the keys. */
export const GUEST_LIMITS: GuestLimits = {
  connections: 20,
  failures: 20,
  windowMs: 600_000,
  delayMs: 500,
  longestDelayMs: 5_000,
};

/** Creates an empty register; `now` counts milliseconds. */
export function createGuests(limits: GuestLimits, now: () => number = Date.now): Guests {
  const present = new Map<string, number>();
  const failed = new Map<string, { since: number; count: number }>();

  const failuresOf = (address: string) => {
    const entry = failed.get(address);
    if (entry === undefined || now() - entry.since <= limits.windowMs) return entry;
    failed.delete(address);
    return undefined;
  };
  const isBarred = (address: string) => (failuresOf(address)?.count ?? 0) >= limits.failures;
  const forgetOld = () => {
    for (const [address, { since }] of failed) if (now() - since > limits.windowMs) failed.delete(address);
  };

  return {
    enter: (address) => {
      const count = present.get(address) ?? 0;
      if (count >= limits.connections || isBarred(address)) return false;
      present.set(address, count + 1);
      return true;
    },

    leave: (address) => {
      const count = present.get(address) ?? 0;
      if (count > 1) present.set(address, count - 1);
      else present.delete(address);
    },

    isBarred,

    fail: (address) => {
      forgetOld();
      const { since, count } = failuresOf(address) ?? { since: now(), count: 0 };
      failed.set(address, { since, count: count + 1 });
      return Math.min(limits.delayMs * (count + 1), limits.longestDelayMs);
    },
  };
}
