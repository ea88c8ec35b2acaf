import { InvalidRequest } from '../engine/errors.ts';
import { textOf } from './parameters.ts';
import { parseTime } from './schemas/times.ts';

/**
 * A query parameter that may have several values: separated by commas, repeated, or under its name with `[]`.
 * @throws InvalidRequest for a value that is no choice
 */
export function choicesOf<Choice extends string>(
  query: unknown,
  name: string,
  choices: readonly Choice[],
): readonly Choice[] | null {
  const sent = query as Readonly<Record<string, string | string[] | undefined>>;
  const texts = [sent[name] ?? [], sent[`${name}[]`] ?? []].flat();
  if (texts.length === 0) return null;
  return texts
    .flatMap((text) => text.split(','))
    .map((text) => {
      const choice = choices.find((candidate) => candidate === text.trim());
      if (choice === undefined) throw new InvalidRequest(`${name} must be one or more of ${choices.join(', ')}`);
      return choice;
    });
}

/** A query parameter that is a time, as whole seconds since 1970 or in ISO 8601; null when absent. @throws InvalidRequest */
export function timeOf(query: unknown, name: string): Date | null {
  const text = textOf(query, name);
  if (text === null) return null;
  // A plus sign that was not encoded arrives as a space.
  const time = /^\d{1,11}$/.test(text) ? new Date(Number(text) * 1000) : parseTime(text.replace(/ (?=[\d:]+$)/, '+'));
  if (time === null) throw new InvalidRequest(`${name} must be a Unix time or an ISO 8601 time with an offset`);
  return time;
}
