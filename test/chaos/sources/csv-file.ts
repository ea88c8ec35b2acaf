import type { Random } from '../random.ts';

/** A row of a file: what its log will know it by, and whether it is good. */
export interface FileRow {
  /** The address of a good row, the first cell of a bad one. */
  readonly name: string;
  readonly isGood: boolean;
}

/** A CSV file whose every row is known. */
export interface CsvFile {
  readonly content: string;
  readonly rows: readonly FileRow[];
}

/** The custom fields of lists that such files are imported into. */
export const FIELDS = [
  { name: 'City', field_type: 'text', maximum_length: 60 },
  { name: 'Score', field_type: 'number' },
] as const;

/** The mapping of an import of such a file. */
export const COLUMN_MAPPING = ['email', 'City', 'Score'];

/**
 * Makes a file of that many rows: most are good, some are bad in one of several ways, some repeat an earlier address with
 * other values. Values depend on the address alone when `isConsistent`, so that the order of imports does not matter.
 */
export function makeCsvFile(
  random: Random,
  settings: { rows: number; prefix?: string; isConsistent?: boolean },
): CsvFile {
  const { rows: count, prefix = 'p', isConsistent = false } = settings;
  const rows: FileRow[] = [];
  const lines = ['email,city,score'];
  for (let i = 0; i < count; i++) {
    const kind = random.int(1, 100);
    if (kind <= 4) {
      const name = `${random.pick(['nobody', 'no body', '@', 'a@b@c'])} ${i}`;
      rows.push({ name, isGood: false });
      lines.push(`${name},${random.pick(CITIES)},${i}`);
    } else if (kind <= 6) {
      const name = `${prefix}${i}@example.com`;
      rows.push({ name, isGood: false });
      lines.push(`${name},${random.pick(CITIES)},${random.pick(['many', '1e', '--1'])}`);
    } else {
      const at = kind <= 10 ? random.int(0, i) : i;
      const email = `${kind <= 8 ? prefix.toUpperCase() : prefix}${at}@example.com`;
      rows.push({ name: email, isGood: true });
      lines.push(
        isConsistent ? `${email},City ${at % 9},${at}` : `${email},${random.pick(CITIES)},${random.int(0, 99)}`,
      );
    }
  }
  return { content: `${lines.join('\n')}\n`, rows };
}

const CITIES = ['Rome', '"Washington, D.C."', '"New\nYork"', '""', 'Köln', '"the ""Hub"""', '北京', ' Lima '];
