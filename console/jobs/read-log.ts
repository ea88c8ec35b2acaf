import type { Api } from '../session/api.ts';

interface CsvFormat {
  readonly csv_field_separator: string;
  readonly csv_field_enclosure: string;
}

/** The beginning of a log. */
export interface LogBeginning {
  /** Records with their fields; the first one of the failed log is the header. */
  readonly records: readonly (readonly string[])[];
  /** Whether the log has more. */
  readonly isCut: boolean;
}

/** So much of a log is read at most, however long its rows are. */
const MOST_CHARACTERS = 200_000;

/** Reads the first records of a log of an import; null when it has no entry. The rest is not downloaded. */
export async function readLog(
  api: Api,
  path: string,
  { format, most }: { readonly format: CsvFormat; readonly most: number },
): Promise<LogBeginning | null> {
  const response = await api.fetch(path);
  const isEmpty = response.headers.get('content-type')?.includes('json') === true;
  if (isEmpty || response.body === null) return null;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let isWhole = false;
  for (;;) {
    const { done, value } = await reader.read();
    isWhole = done;
    text += value ?? '';
    if (done || text.length > MOST_CHARACTERS) break;
    if (parseRecords(text, format).length > most + 1) break;
  }
  if (!isWhole) await reader.cancel();
  const records = parseRecords(text, format);
  // The last record of a part may be cut off.
  const whole = isWhole ? records : records.slice(0, -1);
  return { records: whole.slice(0, most), isCut: !isWhole || whole.length > most };
}

/** Parses CSV whose enclosure, where one is set, is doubled within a field. */
function parseRecords(text: string, format: CsvFormat): string[][] {
  const { csv_field_separator: separator, csv_field_enclosure: enclosure } = format;
  const records: string[][] = [];
  let fields: string[] = [];
  let field = '';
  let isEnclosed = false;
  const endRecord = () => {
    records.push([...fields, field]);
    fields = [];
    field = '';
  };
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (isEnclosed) {
      if (character !== enclosure) field += character;
      else if (text.charAt(at + 1) === enclosure) field += text.charAt(at++);
      else isEnclosed = false;
    } else if (character === enclosure && field === '') isEnclosed = true;
    else if (character === separator) {
      fields.push(field);
      field = '';
    } else if (character === '\n') endRecord();
    else if (character !== '\r') field += character;
  }
  if (field !== '' || fields.length > 0) endRecord();
  return records;
}
