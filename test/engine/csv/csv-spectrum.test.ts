import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMAT, readByRanges, readRows } from './support.ts';

const folder = dirname(createRequire(import.meta.url).resolve('csv-spectrum'));

// Its JSON is a bare object instead of an array and holds a telephone number that isn't the one of the CSV.
const MISMATCHED = 'location_coordinates.csv';

describe('files of csv-spectrum', () => {
  it.each(readdirSync(join(folder, 'csvs')).filter((file) => file !== MISMATCHED))('reads %s', async (file) => {
    const expected: unknown = JSON.parse(readFileSync(join(folder, 'json', file.replace('.csv', '.json')), 'utf8'));
    expect(await readObjects(file)).toEqual(expected);
  });

  it(`reads ${MISMATCHED}, as its CSV stands`, async () => {
    expect(await readObjects(MISMATCHED)).toEqual([
      {
        'Contact Phone Number': '2095257564',
        'Location Coordinates': `37\ufffd36'37.8"N 121\ufffd2'17.9"W`,
        Cities: 'Modesto',
        Counties: 'Stanislaus',
      },
    ]);
  });
});

async function readObjects(file: string): Promise<unknown[]> {
  const bytes = readFileSync(join(folder, 'csvs', file));
  const { scan, rows } = await readByRanges(bytes, { ...FORMAT, csv_has_headers: true }, 1, { sizes: [1] });
  const [header] = await readRows(bytes.subarray(scan.header?.start, scan.header?.end));
  const names: readonly string[] = header?.fields ?? [];
  return rows.map(({ fields }): unknown => Object.fromEntries(fields.map((field, index) => [names[index], field])));
}
