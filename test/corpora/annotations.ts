import { parse } from 'csv-parse/sync';
import type { Dialect } from './dialect-score.ts';

/** A file, and its dialect as it was found by hand. */
export interface Annotation {
  readonly file: string;
  readonly dialect: Dialect;
}

const SEPARATORS: Readonly<Record<string, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  vslash: '|',
  space: ' ',
  nsign: '#',
  colon: ':',
  eqsign: '=',
  star: '*',
};
const ENCLOSURES: Readonly<Record<string, string>> = { doublequote: '"', singlequote: `'`, tilde: '~' };

/** Reads annotations in the format of CSVsniffer: a comment, a header, and a line for each file. @throws Error about a name that it lacks */
export function readAnnotations(text: string): Annotation[] {
  const lines: Record<string, string>[] = parse(text, {
    delimiter: '|',
    columns: true,
    comment: '#',
    comment_no_infix: true,
    trim: true,
  });
  return lines.map(({ file_name = '', fields_delimiter = '', quotechar = '' }) => {
    const separator = SEPARATORS[fields_delimiter];
    const enclosure = ENCLOSURES[quotechar];
    if (separator === undefined || enclosure === undefined) {
      throw new Error(`The dialect of ${file_name} is "${fields_delimiter}" and "${quotechar}".`);
    }
    return { file: file_name, dialect: { separator, enclosure } };
  });
}
