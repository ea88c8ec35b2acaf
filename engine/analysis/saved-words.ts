import { compileValues } from '../domain/column-rules.ts';
import { SUBSCRIBER_STATUSES } from '../domain/subscribers.ts';
import type { SubscriberStatus } from '../domain/subscribers.ts';
import type { SavedRules } from '../domain/saved-rules.ts';
import { statusOfWord } from './status-words.ts';

/** Meanings of the words of a column of consent by saved rules. */
export interface SavedWords {
  /** The status that the rules give to a word; null for a word of which they say nothing. */
  readonly saidOf: (word: string) => SubscriberStatus | null;
  /** The same, or the status that the word usually means. */
  readonly statusOf: (word: string) => SubscriberStatus | null;
  /** Returns the value that the rules give to a cell with a time of leaving; the cell itself where they say nothing. */
  readonly removalOf: (cell: string) => string;
}

/** Compiles what saved rules say of the words of the status and of times of leaving. */
export function compileSavedWords(saved: SavedRules): SavedWords {
  const replace = compileValues(saved.get('status'));
  const saidOf = (word: string): SubscriberStatus | null => {
    const said = replace?.(word.trim());
    if (said === undefined || said === word.trim()) return null;
    // A cell without a status adds its person as active.
    return said === '' ? 'active' : (SUBSCRIBER_STATUSES.find((status) => status === said.toLowerCase()) ?? null);
  };
  return {
    saidOf,
    statusOf: (word) => saidOf(word) ?? statusOfWord(word),
    removalOf: compileValues(saved.get('remove_time')) ?? ((cell) => cell),
  };
}

/** The words without saved rules. */
export const NO_SAVED_WORDS: SavedWords = compileSavedWords(new Map());
