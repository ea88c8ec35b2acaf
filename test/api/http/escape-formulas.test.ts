import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeFormulas } from '../../../api/http/escape-formulas.ts';

const COMMA = { csv_field_separator: ',', csv_field_enclosure: '"' };
const TAB = { csv_field_separator: '\t', csv_field_enclosure: '"' };
const FORMULA = /^[=+\-@\t\r]/;

async function escape(text: string, marks = COMMA, cuts: readonly number[] = []): Promise<string> {
  const bytes = Buffer.from(text);
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((one, other) => one - other);
  const blocks = ends.map((end, at) => bytes.subarray(at === 0 ? 0 : ends[at - 1], end));
  const written: Uint8Array[] = [];
  for await (const block of escapeFormulas(streamOf(blocks), marks)) written.push(block);
  return Buffer.concat(written).toString();
}

// eslint-disable-next-line @typescript-eslint/require-await -- files are streams
async function* streamOf(blocks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* blocks;
}

describe('cells that a spreadsheet would take for formulas', () => {
  it.each([
    ['=1,a=1,-5,+49 123,@x\n', "'=1,a=1,'-5,'+49 123,'@x\n"],
    ['"=1","a""=b","""=1",""\n', `"'=1","a""=b","""=1",""\n`],
    ['a,  =1, "=1"\n', `a,  '=1, "'=1"\n`],
    ['"a\n=1,-2",=3\n', `"a\n=1,-2",'=3\n`],
    ['\t=1,\rx,"\r"\n', `'\t=1,'\rx,"'\r"\n`],
    ['a,\r\n=1\r\n', "a,\r\n'=1\r\n"],
    ['"a"b,=1\n"=2', `"a"b,'=1\n"'=2`],
  ])('%j is written as %j', async (text, written) => {
    expect(await escape(text)).toBe(written);
    for (let cut = 0; cut <= text.length; cut += 1) expect(await escape(text, COMMA, [cut])).toBe(written);
  });

  it('are not those behind a tab that cuts cells', async () => {
    expect(await escape('a\t\t=1\t-2\n', TAB)).toBe("a\t\t'=1\t'-2\n");
  });

  it('are the same cells with an apostrophe, and all others are as they were', async () => {
    const cell = fc.string({ unit: fc.constantFrom(...`=+-@\t\r\n,;"'aé `), maxLength: 6 });
    const marks = fc.record({
      csv_field_separator: fc.constantFrom(',', ';', '\t'),
      csv_field_enclosure: fc.constantFrom('"', "'"),
    });
    const cells = fc.array(cell, { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(cells, marks, fc.array(fc.nat(), { maxLength: 5 }), async (texts, format, cuts) => {
        const { csv_field_separator: separator, csv_field_enclosure: quote } = format;
        const enclose = (text: string) => `${quote}${text.replaceAll(quote, quote + quote)}${quote}`;
        const needs = (text: string) => [separator, quote, '\n', '\r', ' '].some((mark) => text.includes(mark));
        const line = texts.map((text) => (needs(text) ? enclose(text) : text)).join(separator);
        const safe = texts.map((text) => {
          const escaped = FORMULA.test(text) ? `'${text}` : text;
          return needs(text) || needs(escaped) ? enclose(escaped) : escaped;
        });
        expect(await escape(`${line}\n`, format, cuts)).toBe(`${safe.join(separator)}\n`);
      }),
      { numRuns: 500 },
    );
  });
});
