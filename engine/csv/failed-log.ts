import type { FileFormat } from './splitter.ts';

/**
 * A line of the failed log: the row's original text and, as its last column, the reason. Where the text is a well-formed
 * record, so is the line; a malformed one is left as it stands.
 */
export function formatFailedRow(text: string, error: string, format: FileFormat): string {
  const { csv_field_enclosure: enclosure, csv_field_separator: separator } = format;
  return `${text}${separator}${enclosure}${error.replaceAll(enclosure, enclosure + enclosure)}${enclosure}\n`;
}

/** The failed log's first line: the file's own header with a last column `Error`. */
export function formatFailedHeader(headerText: string, format: FileFormat): string {
  return `${headerText}${format.csv_field_separator}Error\n`;
}
