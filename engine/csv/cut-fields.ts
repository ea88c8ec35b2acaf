/** The marks of a format, and how many fields a record may have; the rest is left out. */
export interface FieldMarks {
  readonly separator: string;
  readonly enclosure: string;
  readonly mostFields: number;
}

/**
 * Cuts a record into its fields, by the rules of the splitter: a field is enclosed when its first mark, perhaps after blanks, is a quote
 * that closes before the next separator or the end, perhaps with blanks in between, or before an address in angle brackets. Any other
 * quote is text.
 */
export function cutFields(record: string, marks: FieldMarks): string[] {
  const { separator, enclosure, mostFields } = marks;
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
      const behind = after >= 0 && record[after] === '<' ? afterAddress(record, after, marks) : after;
      if (behind > after) {
        // The whole cell, since the name in quotation marks is a part of it.
        end = skipBlanks(behind);
        const isEnd = end === record.length || record.charCodeAt(end) === separatorCode;
        if (isEnd) fields.push(record.slice(at, end));
        else end = -1;
      } else if (after === record.length || (after >= 0 && record.charCodeAt(after) === separatorCode)) {
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

/** The end of an address in angle brackets, as the splitter finds it; its beginning when it is none. */
function afterAddress(record: string, open: number, { separator, enclosure }: FieldMarks): number {
  let hasSign = false;
  for (let at = open + 1; at < open + MOST_BRACKETED; at += 1) {
    const mark = record[at];
    if (mark === '>') return hasSign ? at + 1 : open;
    if (mark === undefined || mark === '\n' || mark === '<' || mark === enclosure || mark === separator) break;
    hasSign ||= mark === '@';
  }
  return open;
}

const MOST_BRACKETED = 1_000;
const SPACE = 32;
const TAB = 9;
