import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** One subscriber of the bench; every custom field value depends on the variant, the address does not. */
export interface BenchRow {
  readonly email: string;
  readonly firstName: string;
  readonly city: string;
  /** Even in variant 0, odd in variant 1, so that one look at the table tells which one it holds. */
  readonly score: number;
}

/** One of two sets of values of the same rows. */
export type Variant = 0 | 1;

/** The columns of the file, and the mapping of an import of it. */
export const COLUMNS = ['email', 'First Name', 'City', 'Score'] as const;

/** Makes row number `index`. Addresses are unique and in no order, as in lists that grew over the years. */
export function benchRow(index: number, variant: Variant): BenchRow {
  // An odd factor maps 32 bits onto themselves, so no two rows meet; the high bits are the well mixed ones.
  const mixed = Math.imul(index + 1, 0x9e3779b1) >>> 0;
  const first = pick(FIRST_NAMES, mixed >>> 7);
  const domain = pick(DOMAINS, mixed >>> 13);
  return {
    email: `${first.toLowerCase()}.${pick(LAST_NAMES, mixed >>> 3)}.${mixed.toString(36)}@${domain}`,
    firstName: pick(FIRST_NAMES, (mixed >>> 7) + variant),
    city: pick(CITIES, (mixed >>> 5) + variant),
    score: (mixed % 50_000) * 2 + variant,
  };
}

/** Writes a CSV file with a header; a city with a comma in it is quoted. */
export async function writeCsv(path: string, rows: number, variant: Variant): Promise<void> {
  const line = (index: number) => `${csvLine(benchRow(index, variant))}\n`;
  await writeLines(path, `${COLUMNS.join(',')}\n`, rows, line);
}

/** Makes a CSV text of the rows `from` to `from + rows`, with a header. */
export function csvText(from: number, rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) => csvLine(benchRow(from + index, 0)));
  return [COLUMNS.join(','), ...lines, ''].join('\n');
}

/** Writes the same rows as they end up in `subscribers`, in COPY's text format for the columns of COPY_COLUMNS. */
export async function writeCopyText(
  path: string,
  rows: number,
  list: { readonly id: number; readonly fieldIds: readonly number[] },
): Promise<void> {
  const [firstNameId, cityId, scoreId] = list.fieldIds;
  await writeLines(path, '', rows, (index) => {
    const { email, firstName, city, score } = benchRow(index, 0);
    const fields = `{"${firstNameId}":"${firstName}","${cityId}":"${city}","${scoreId}":${score}}`;
    return `${list.id}\t${email}\t${email}\tactive\t${fields}\n`;
  });
}

export const COPY_COLUMNS = 'mailing_list_id, key, email, status, custom_fields';

const FIRST_NAMES = 'Ada Ben Chloe Dana Emil Fatima Goran Hanna Ivan Julia Kofi Lena Milan Nora Omar Petra'.split(' ');
const LAST_NAMES = 'adler brandt costa dvorak eriksen fischer garcia haas ivanov jansen keller lopez'.split(' ');
const DOMAINS = 'example.com mail.example.net post.example.org example.co.uk students.example.edu'.split(' ');
const CITIES = ['Berlin', 'Accra', 'Lyon', 'Portland, Oregon', 'Porto', 'Graz', 'Tartu', 'Osaka', 'Lima', 'Brno'];

function pick(values: readonly string[], number: number): string {
  return values[number % values.length] ?? '';
}

function csvLine({ email, firstName, city, score }: BenchRow): string {
  return `${email},${firstName},${city.includes(',') ? `"${city}"` : city},${score}`;
}

/** Writes a file of a head and lines, in flat memory. */
export async function writeLines(
  path: string,
  head: string,
  rows: number,
  line: (index: number) => string,
): Promise<void> {
  function* blocks() {
    let block = head;
    for (let index = 0; index < rows; index++) {
      block += line(index);
      if (block.length < BLOCK_CHARACTERS) continue;
      yield block;
      block = '';
    }
    yield block;
  }
  await pipeline(Readable.from(blocks()), createWriteStream(path));
}

const BLOCK_CHARACTERS = 256 * 1024;
