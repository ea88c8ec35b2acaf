/** The marks of a format, and how many fields a record may have; the rest is left out. */
export interface FieldMarks {
  readonly separator: string;
  readonly enclosure: string;
  readonly mostFields: number;
}

/**
 * Cuts a record into its fields, by the rules of the splitter: a field is enclosed when its first mark, perhaps after blanks, is a quote
 * that closes before the next separator or the end, perhaps with blanks in between. Any other quote is text.
 */
export function cutFields(record: string, { separator, enclosure, mostFields }: FieldMarks): string[] {
  const separatorCode = separator.charCodeAt(0);
  const quote = enclosure.charCodeAt(0);
  const skipBlanks = (from: number) => {
    let at = from;
    for (let code = record.charCodeAt(at); code === SPACE || (code === TAB && separatorCode !== TAB);)
      code = record.charCodeAt(++at);
    return at;
  };
  const fields: string[] = [];
  for (let at = 0; fields.length < mostFields;) {
    const open = skipBlanks(at);
    let end = -1;
    if (record.charCodeAt(open) === quote) {
      let hasPairs = false;
      let close = record.indexOf(enclosure, open + 1);
      for (; close >= 0 && record.charCodeAt(close + 1) === quote; close = record.indexOf(enclosure, close + 2))
        hasPairs = true;
      const after = close < 0 ? -1 : skipBlanks(close + 1);
      if (after === record.length || (after >= 0 && record.charCodeAt(after) === separatorCode)) {
        const text = record.slice(open + 1, close);
        fields.push(hasPairs ? text.replaceAll(enclosure + enclosure, enclosure) : text);
        end = after;
      }
    }
    if (end < 0) {
      end = record.indexOf(separator, at);
      fields.push(end < 0 ? record.slice(at) : record.slice(at, end));
    }
    if (end < 0 || end >= record.length) break;
    at = end + 1;
  }
  return fields;
}

const SPACE = 32;
const TAB = 9;
