import type { CsvFile } from '../sources/csv-file.ts';
import type { Report } from './outcome.ts';
import { differentEntries } from './same.ts';

/** Violations of the promise that each row of a file is in exactly one counter and exactly one log; as sentences. */
export function imbalances(file: CsvFile, { detail, logs }: Report): string[] {
  const { number_of_records: records, records_imported: imported, subscribers } = detail.stats;
  const sum = Object.values(subscribers).reduce((total, count) => total + count, 0);
  const total = file.rows.length;
  const { failed = [], ...others } = logs;
  const named = (isGood: boolean) => file.rows.filter((row) => row.isGood === isGood).map(({ name }) => name);
  return [
    ...(records === total ? [] : [`number_of_records is ${records}, but the file has ${total} rows`]),
    ...(imported === total ? [] : [`records_imported is ${imported}, but the file has ${total} rows`]),
    ...(sum === total ? [] : [`the counters sum to ${sum}, but the file has ${total} rows`]),
    ...differentEntries('the logs of good rows', named(true), Object.values(others).flat()),
    ...differentEntries(
      'the failed log',
      named(false),
      failed.map((line) => line.split(',')[0] ?? ''),
    ),
  ];
}
