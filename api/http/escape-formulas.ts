/** Marks by which the cells of a CSV are cut. */
export interface CellMarks {
  readonly csv_field_separator: string;
  readonly csv_field_enclosure: string;
}

const LF = 10;
const CR = 13;
const SPACE = 32;
/** With one of these a spreadsheet begins a formula: = + - @ TAB CR. */
const BEGINNINGS: ReadonlySet<number | undefined> = new Set([61, 43, 45, 64, 9, CR]);

/**
 * Puts an apostrophe before the text of each cell that a spreadsheet would take for a formula, by the rule of OWASP: numbers with a
 * sign are no exception, and blanks before the text count for nothing. It works block by block in memory for one of them.
 */
export async function* escapeFormulas(blocks: AsyncIterable<Uint8Array>, marks: CellMarks): AsyncGenerator<Uint8Array> {
  const nextAddition = followCells(marks);
  let held: Uint8Array = new Uint8Array();

  function* escape(bytes: Uint8Array): Generator<Uint8Array> {
    let from = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const added = nextAddition(bytes[at], bytes[at + 1]);
      if (added === null) continue;
      yield bytes.subarray(from, at);
      yield added;
      from = at;
    }
    yield bytes.subarray(from);
  }
  for await (const block of blocks) {
    const bytes = held.length === 0 ? block : Buffer.concat([held, block]);
    // Whether a CR is one of a line break is said by the byte behind it.
    const end = bytes.at(-1) === CR ? bytes.length - 1 : bytes.length;
    yield* escape(bytes.subarray(0, end));
    held = bytes.subarray(end);
  }
  yield* escape(held);
}

/** Place of the next byte: before a text, within one, within or just behind an enclosed one, or in a text that is enclosed here. */
type Place = 'begin' | 'text' | 'enclosedBegin' | 'enclosed' | 'closed' | 'wrapped';

/** Creates the function that takes one byte after the other, with the one behind it, and returns what to add before it. */
function followCells({ csv_field_separator: separator, csv_field_enclosure: enclosure }: CellMarks) {
  const separatorByte = separator.charCodeAt(0);
  const quote = enclosure.charCodeAt(0);
  const isApostrophe = enclosure === `'`;
  const withinEnclosure = Buffer.from(isApostrophe ? `''` : `'`);
  // Where the apostrophe is the enclosure, the text is enclosed, with two of them for one.
  const beforeText = Buffer.from(isApostrophe ? `'''` : `'`);
  const closing = Buffer.from(enclosure);
  let place: Place = 'begin';

  return (byte: number | undefined, next: number | undefined): Uint8Array | null => {
    if (place === 'enclosed' || place === 'enclosedBegin') {
      const isFormula = place === 'enclosedBegin' && BEGINNINGS.has(byte);
      place = byte === quote ? 'closed' : 'enclosed';
      return isFormula ? withinEnclosure : null;
    }
    if (byte === separatorByte || byte === LF) {
      const isWrapped = place === 'wrapped';
      place = 'begin';
      return isWrapped ? closing : null;
    }
    if (place === 'text') return null;
    if (place === 'wrapped') return byte === quote ? closing : null;
    if (place === 'closed') {
      place = byte === quote ? 'enclosed' : 'text';
      return null;
    }
    if (byte === SPACE) return null;
    place = byte === quote ? 'enclosedBegin' : 'text';
    if (!BEGINNINGS.has(byte) || (byte === CR && next === LF)) return null;
    if (isApostrophe) place = 'wrapped';
    return beforeText;
  };
}
