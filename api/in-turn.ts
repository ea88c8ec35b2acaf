/**
 * Has those who ask about the same thing while an answer is under way share the next one: never two questions at once, and
 * never an answer older than its question. Without an answer (null), callers that wait get null, too.
 */
export function inTurn<Answer>(ask: (key: string) => Promise<Answer | null>): (key: string) => Promise<Answer | null> {
  interface Turn {
    readonly now: Promise<Answer | null>;
    next: Promise<Answer | null> | null;
  }
  const turns = new Map<string, Turn>();

  const begin = (key: string) => {
    const turn: Turn = { now: ask(key), next: null };
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
