import type { ColumnRule } from '../domain/column-rules.ts';
import type { ConsentEntry } from '../domain/subscribers.ts';

/** Column about consent or leaving, with the meaning of its cells. */
export interface ConsentColumn {
  readonly index: number;
  /** Entry that it feeds; null when that cannot be determined. */
  readonly entry: ConsentEntry | null;
  /** Meanings of its words; null for words that are statuses already, and for times. */
  readonly rule: ColumnRule | null;
  /** Words that mean nothing known. */
  readonly unknown: readonly string[];
  /** Words that make people active by the saved rules, and mean in this column that they want no mail. */
  readonly opposed: readonly string[];
  /** Whether it is a text, some cells of which speak of leaving. */
  readonly isText: boolean;
  /** Whether its name can be read as consent and as its opposite. */
  readonly hasUnclearName: boolean;
  /** Whether it is of mail or of contact, and may say something else than who wants mail; absent for other columns. */
  readonly isDoubtful?: true;
  /** Whether it says to whom mail cannot be delivered; absent for other columns. */
  readonly isUndeliverable?: true;
  /** Whether a cell says that its person is not to get mail. */
  readonly leaves: (cell: string) => boolean;
}

/** A column of consent before its cells are read. */
export type UnreadConsent = Omit<ConsentColumn, 'entry' | 'leaves'>;

/** Words that a notice shows. */
export const SHOWN_WORDS = 5;

/** A column of consent that feeds nothing before a person has said what its words mean. */
export function unclearColumn(
  base: UnreadConsent,
  unknown: readonly string[],
  leaves: ConsentColumn['leaves'],
): ConsentColumn {
  return { ...base, entry: null, unknown: unknown.slice(0, SHOWN_WORDS), leaves };
}
