import { InvalidArgumentError } from 'commander';
import { SluiceError } from '../platform/errors.ts';

/** Arguments that are right one by one and do not go together. */
export class WrongUsage extends SluiceError {
  constructor(message: string) {
    super('invalid_request', message);
  }
}

/** Reads an argument; @throws InvalidArgumentError, which the command line reports as wrong usage. */
export type ArgumentReader<Value> = (text: string) => Value;

/** Reads a name: no blanks around it, not empty, of at most this many characters. */
export function nameArgument(maximum: number): ArgumentReader<string> {
  return (text) => {
    const name = text.trim();
    if (name !== '' && [...name].length <= maximum) return name;
    throw new InvalidArgumentError(`It must have 1 to ${maximum} characters.`);
  };
}

/** Reads a whole number of at least this size. */
export function wholeNumberArgument(minimum: number): ArgumentReader<number> {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= minimum) return number;
    throw new InvalidArgumentError(`It must be a whole number, ${minimum} or more.`);
  };
}

/** Reads an id, or a name or address where it is no number. */
export const referenceArgument: ArgumentReader<number | string> = (text) => {
  const name = text.trim();
  if (name === '') throw new InvalidArgumentError('It must not be blank.');
  return /^\d+$/.test(name) && Number.isSafeInteger(Number(name)) ? Number(name) : name;
};
