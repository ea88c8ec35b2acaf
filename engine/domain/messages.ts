import { BOUNDS } from './bounds.ts';

/** A list of messages that keeps the first few and counts the rest, so that it never outgrows its input. */
export interface Messages {
  add(message: string): void;
  readonly count: number;
  /** The messages joined with "; ", ending in "and 480 more" when there were more than are kept. */
  text(): string;
}

/**
 * Creates a list of messages; of a message longer than `messageText` only the beginning is kept. Those that are kept
 * have `mostCharacters` together.
 */
export function createMessages(most: number = BOUNDS.messages.max, mostCharacters = Infinity): Messages {
  const kept: string[] = [];
  let characters = 0;
  let count = 0;
  return {
    add: (message) => {
      count++;
      if (kept.length < count - 1 || kept.length === most) return;
      const text = shortened(message);
      characters += text.length;
      if (characters <= mostCharacters) kept.push(text);
    },
    get count() {
      return count;
    },
    text: () => [...kept, ...(count > kept.length ? [`and ${count - kept.length} more`] : [])].join('; '),
  };
}

/** Joins what is wrong with a row of an import. */
export function joinRowMessages(messages: readonly string[]): string {
  const list = createMessages(BOUNDS.messages.max, BOUNDS.rowMessages.max);
  for (const message of messages) list.add(message);
  return list.text();
}

function shortened(message: string): string {
  const { max } = BOUNDS.messageText;
  return message.length <= max ? message : `${message.slice(0, max - 1).toWellFormed()}…`;
}
