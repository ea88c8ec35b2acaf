/**
 * Coalesces concurrent calls for subjects with the same key: callers that come while a call runs share the next one, so that one call runs at
 * a time and no caller gets a result older than its own call. When a call returns null, callers that wait get null as well.
 */
export function coalescePerKey<Subject, Result>(
  keyOf: (subject: Subject) => string,
  call: (subject: Subject) => Promise<Result | null>,
): (subject: Subject) => Promise<Result | null> {
  interface Turn {
    readonly now: Promise<Result | null>;
    next: Promise<Result | null> | null;
  }
  const turns = new Map<string, Turn>();

  const begin = (key: string, subject: Subject) => {
    const turn: Turn = { now: call(subject), next: null };
    turns.set(key, turn);
    const end = () => {
      if (turn.next === null) turns.delete(key);
    };
    turn.now.then(end, end);
    return turn.now;
  };
  const follow = (key: string, subject: Subject, { now }: Turn) => {
    const again = () => begin(key, subject);
    return now.then((answer) => (answer === null ? skip(key) : again()), again);
  };
  const skip = (key: string) => {
    turns.delete(key);
    return null;
  };
  return (subject) => {
    const key = keyOf(subject);
    const turn = turns.get(key);
    return turn === undefined ? begin(key, subject) : (turn.next ??= follow(key, subject, turn));
  };
}

/** Coalesces concurrent calls: callers share the result of the call that is running. */
export function coalesce<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  return () => (running ??= call().finally(() => (running = null)));
}

/** Coalesces concurrent calls for one key: callers share the result of the call that is running. */
export function shareRunning<Result = void>(): (key: string, call: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>();
  return (key, call) => {
    const present = running.get(key) ?? call().finally(() => running.delete(key));
    running.set(key, present);
    return present;
  };
}
