import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordSplitter } from '../../../engine/csv/splitter.ts';
import { createRecordSplitter, MAX_QUOTED_BYTES, MAX_RECORD_BYTES } from '../../../engine/csv/splitter.ts';
import { anyReadSizes, FORMAT, modelRows, nastyText, readRows } from './support.ts';

describe('record splitter', () => {
  it('ends records at LF and CRLF, and keeps a lone CR', () => {
    expect(split('a\nb\r\nc\rd\ne')).toEqual(['a', 'b', 'c\rd', 'e']);
  });

  it('passes over empty lines, and those of nothing but separators, blanks and empty enclosures', () => {
    expect(split('\n\r\na\n\n\r\n \n""\n\r')).toEqual(['a', '\r']);
    expect(split(',,\na,b\n , "" ,\t\r\n"",""\n,x\n,')).toEqual(['a,b', ',x']);
    expect(split('"""",\n" ",\n"",a\n"" ""\n')).toEqual(['"""",', '" ",', '"",a', '!"" ""']);
  });

  it('takes blanks around an enclosure off, and a quote behind blanks that does not close for text', () => {
    expect(split('a, "b\nc" , "d"\n "e" \nf, "g" h\ni, "j\nk')).toEqual([
      'a, "b\nc" , "d"',
      ' "e" ',
      'f, "g" h',
      'i, "j',
      'k',
    ]);
  });

  it('takes a quote for an enclosure at the start of a field only', () => {
    expect(split('5" nail,6" nail\n"a\nb",c\nx,"y\n,""z"\n')).toEqual(['5" nail,6" nail', '"a\nb",c', 'x,"y\n,""z"']);
  });

  it.each([
    ['text after the closing quote', '"a"b,c\nd\n', ['!"a"b,c', 'd']],
    ['a lone CR after the closing quote', '"a"\rb\nd\n', ['!"a"\rb', 'd']],
    ['a lone CR after the closing quote at the end', 'd\n"a"\r', ['d', '!"a"\r']],
    ['a quote that is never closed', 'a,"b\nc\nd', ['!a,"b', 'c', 'd']],
    ['a defect in the second line of a record', '"a\nb","c"d\ne\n', ['!"a\nb","c"d', 'e']],
  ])('ends a record with %s at the next line break', (_, text, records) => {
    expect(split(text)).toEqual(records);
  });

  it('lets a quoted field close within the bound and not beyond it', () => {
    const fits = `"${'\n'.repeat(MAX_QUOTED_BYTES - 1)}"`;
    expect(split(`${fits}\nb`)).toEqual([fits, 'b']);
    expect(split(`"x${'\n'.repeat(MAX_QUOTED_BYTES - 1)}"\nb`)).toEqual(['!"x', '!"', 'b']);
  });

  it('shows the beginning of an overlong line and goes on after it', () => {
    const fits = 'x'.repeat(MAX_RECORD_BYTES - 1);
    const bounds = [...records(`${fits}\n${fits}xx\nb\n`)];
    expect(bounds.map(({ start, end, problem }) => [end - start, problem !== null])).toEqual([
      [MAX_RECORD_BYTES - 1, false],
      [MAX_RECORD_BYTES, true],
      [1, false],
    ]);
  });

  it('never holds more of an overlong line than a record may take', async () => {
    const splitter = createRecordSplitter(FORMAT);
    let held = Buffer.alloc(0);
    let most = 0;
    for (let fed = 0; fed < 40; fed += 1) {
      held = Buffer.concat([held.subarray(splitter.position), Buffer.alloc(262_144, 'x')]);
      most = Math.max(most, held.length);
      splitter.feed(held, false);
      while (splitter.next());
    }
    expect(most).toBeLessThan(2 * MAX_RECORD_BYTES);
    await Promise.resolve();
  });

  it('finds the records and fields of any text, whatever the chunks', async () => {
    await fc.assert(
      fc.asyncProperty(nastyText, anyReadSizes, async (text, readSizes) => {
        const rows = await readRows(Buffer.from(text), FORMAT, readSizes);
        const seen = rows.map(({ fields, error, text }) => ({
          fields: error === null || error.includes('NUL') ? fields : null,
          text,
        }));
        const model = modelRows(text).map((row) => ({ ...row, text: row.text.replaceAll('\0', '\ufffd') }));
        expect(seen).toEqual(model);
      }),
      { numRuns: 3000 },
    );
  });

  it('decides the same about records near the bounds, whatever the chunks', async () => {
    const part = fc.constantFrom(
      '"',
      ',',
      '\n',
      '"\n"',
      '",',
      ',"',
      'x',
      'x'.repeat(65_536),
      '\n'.repeat(131_071),
      '","'.repeat(99_999),
    );
    const text = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom(1000, 65_536, 70_001), async (text, blockBytes) => {
        const whole = await readRows(Buffer.from(text), FORMAT, { blockBytes: 1e9, sizes: [1e9] });
        const read = await readRows(Buffer.from(text), FORMAT, { blockBytes });
        expect(read.map(shape)).toEqual(whole.map(shape));
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});

function shape({ fields, error, text }: { fields: readonly string[]; error: string | null; text: string }) {
  return [fields.length, error, text.length];
}

function* records(text: string): Generator<RecordSplitter['record']> {
  const splitter = createRecordSplitter(FORMAT);
  splitter.feed(Buffer.from(text), true);
  while (splitter.next()) yield { ...splitter.record };
}

function split(text: string): string[] {
  return [...records(text)].map(({ start, end, problem }) => (problem === null ? '' : '!') + text.slice(start, end));
}
