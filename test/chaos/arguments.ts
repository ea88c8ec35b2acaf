import { parseArgs } from 'node:util';
import { FILE_STORES } from './world/files.ts';
import type { FileStoreKind } from './world/files.ts';

/** Options of a run. */
export interface ChaosArguments {
  readonly seed: string;
  /** Number of runs of the scenarios, each with a seed of its own; null: as many as begin within the minutes. */
  readonly runs: number | null;
  readonly minutes: number;
  /** The names of the scenarios to play; empty: all that need not be asked for. */
  readonly only: readonly string[];
  readonly files: FileStoreKind;
}

/** Reads `--seed N --runs N --minutes N --only name,name --files s3`. @throws Error with a sentence about the first mistake */
export function parseArguments(args: readonly string[], names: readonly string[]): ChaosArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      runs: { type: 'string' },
      minutes: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      files: { type: 'string', default: 'folder' },
    },
  });
  const { seed, runs, minutes } = values;
  const only = values.only.flatMap((listed) => listed.split(','));
  const files = FILE_STORES.find((kind) => kind === values.files);
  if (runs !== undefined && minutes !== undefined) throw new Error('Give --runs or --minutes, not both.');
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`--only is "${unknown}" but must be one of ${names.join(', ')}.`);
  if (files === undefined)
    throw new Error(`--files is "${values.files}" but must be one of ${FILE_STORES.join(', ')}.`);
  return {
    seed: String(wholeNumber('seed', seed)),
    runs: minutes === undefined ? wholeNumber('runs', runs ?? '1') : null,
    minutes: wholeNumber('minutes', minutes ?? '10'),
    only,
    files,
  };
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`--${name} is "${text}" but must be a whole number.`);
}
