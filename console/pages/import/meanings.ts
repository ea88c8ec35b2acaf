import { EMAIL_FORMATS } from '../../../engine/domain/subscribers.ts';
import { STATUSES, statusName } from '../../parts/statuses.ts';
import { entryTypeOf } from './entry-type.ts';
import type { Field } from './entry-type.ts';

/** The possible meanings of a column's words, each with its name for readers; null: any text. */
export type Meanings = readonly (readonly [meaning: string, name: string])[] | null;

/** The meanings that words can have for an entry. */
export function meaningsOf(entry: string, fields: readonly Field[]): Meanings {
  const type = entryTypeOf(entry, fields);
  const blank = ['', 'blank'] as const;
  if (type === 'status') return [...STATUSES.map((status) => [status, statusName(status)] as const), blank];
  if (type === 'boolean') return [['true', 'yes'], ['false', 'no'], blank];
  if (type === 'email_format') return [...EMAIL_FORMATS.map((format) => [format, format] as const), blank];
  if (type !== 'select_single_dropdown' && type !== 'select_single_radio') return null;
  const options = fields.find(({ name }) => name === entry)?.options ?? [];
  return [...options.map(({ name }) => [name, name] as const), blank];
}

/** A meaning as readers know it. */
export function meaningName(meaning: string, meanings: Meanings): string {
  return meanings?.find(([each]) => each === meaning)?.[1] ?? (meaning === '' ? 'blank' : meaning);
}

/** A word of a column as readers know it. */
export function wordName(word: string): string {
  return word === '' ? 'a blank cell' : word;
}
