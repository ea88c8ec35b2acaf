/**
 * Coalesces concurrent calls for one key: callers that come while a call runs share the next one, so that one call runs at
 * a time and no caller gets a result older than its own call. When a call returns null, callers that wait get null as well.
 */
export function coalescePerKey<Result>(
  call: (key: string) => Promise<Result | null>,
): (key: string) => Promise<Result | null> {
  interface Turn {
    readonly now: Promise<Result | null>;
    next: Promise<Result | null> | null;
  }
  const turns = new Map<string, Turn>();

  const begin = (key: string) => {
    const turn: Turn = { now: call(key), next: null };
    turns.set(key, turn);
    const end = () => {
      if (turn.next === null) turns.delete(key);
    };
    turn.now.then(end, end);
    return turn.now;
  };
  const follow = (key: string, { now }: Turn) => {
    const again = () => begin(key);
    return now.then((answer) => (answer === null ? skip(key) : again()), again);
  };
  const skip = (key: string) => {
    turns.delete(key);
    return null;
  };
  return (key) => {
    const turn = turns.get(key);
    return turn === undefined ? begin(key) : (turn.next ??= follow(key, turn));
  };
}

/** Coalesces concurrent calls: callers share the result of the call that is running. */
export function coalesce<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  return () => (running ??= call().finally(() => (running = null)));
}
