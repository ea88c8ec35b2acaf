import { HEAD_BYTES, whyUnreadable } from '../../../../engine/csv/recognize.ts';
import { sourceFormat } from '../../../../engine/csv/source-format.ts';
import type { Hostile, ImportEnd } from './hostile.ts';

/** A file of an attack; `head` is at least as much of its beginning as the engine looks at. */
export interface SentFile {
  readonly name: string;
  readonly head: Buffer;
}

/**
 * Complains unless an import has read its file: it is finished, or was cancelled, or has failed with the sentence for bytes
 * that are no CSV of its format. `end` is undefined when the import was refused.
 */
export function requireRead({ complain }: Hostile, { name, head }: SentFile, end: ImportEnd | undefined): void {
  if (end === undefined) return complain(`the import of ${name} was refused`);
  const { id, state, error, columns } = end;
  const beginning = head.subarray(0, HEAD_BYTES);
  const { character_set = end.format.character_set, ...found } = sourceFormat(beginning, end.format);
  const format = { ...end.format, ...found, character_set };
  const expected = whyUnreadable(beginning, { format, columns });
  const isExpected = expected === null ? state === 'finished' : state === 'failed' && error === expected;
  if (state !== 'cancelled' && !isExpected) complain(`import ${id} of ${name} is ${state}: ${error}`);
}
