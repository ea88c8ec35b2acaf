import { InvalidArgumentError } from 'commander';
import { IANAZone } from 'luxon';
import type { ArgumentReader } from './arguments.ts';

/** Reads the name of a time zone. */
export const timeZoneArgument: ArgumentReader<string> = (text) => {
  if (IANAZone.isValidZone(text)) return text;
  throw new InvalidArgumentError('It must be a zone of the IANA database, such as Europe/Berlin.');
};
