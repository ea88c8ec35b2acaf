import type { components } from '../../client/schema.ts';

type Analysis = components['schemas']['SubscriberImportAnalysis'];

const SEPARATORS: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

/** The lines that a terminal shows of an analysis: its format, a line for each column, and the warnings. */
export function analysisLines({ file_format, line_ends, columns, records, sample, warnings }: Analysis): string[] {
  const { character_set, csv_field_separator, csv_has_headers } = file_format;
  const format = [
    character_set,
    SEPARATORS[csv_field_separator] ?? csv_field_separator,
    ...(line_ends === null ? [] : [`line ends ${line_ends}`]),
    csv_has_headers ? 'a header' : 'no header',
  ];
  const count =
    records.estimate === null ? 'an unknown number of' : `${records.is_exact ? '' : 'about '}${records.estimate}`;
  const width = Math.max(0, ...columns.map(({ name }) => (name ?? '').length));
  return [
    `Format: ${format.join(', ')}; ${count} records.`,
    ...columns.map(
      ({ number, name, suggestion, samples }) =>
        `  ${String(number).padStart(3)} ${(name ?? '').padEnd(width)} -> ${suggestion ?? '(skipped)'}  ${samples.join(', ')}`,
    ),
    ...(sample.failed > 0 ? [`${sample.failed} of the first ${sample.rows} rows would fail:`] : []),
    ...sample.failures.map(({ row, message }) => `  row ${row}: ${message}`),
    ...warnings.map(({ message }) => `Warning: ${message}`),
    // Samples are what the file has: control characters would command the terminal.
  ].map((line) => line.replaceAll(/\p{Cc}/gu, ' '));
}
