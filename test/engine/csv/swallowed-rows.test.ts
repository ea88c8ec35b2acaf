import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { compileRow } from '../../../engine/csv/row.ts';
import { readRange } from '../../../engine/csv/read-range.ts';
import { DEFAULTS } from '../../support/import-options.ts';

const FIELD = { id: 1, fieldType: 'text', required: false, attributes: {}, options: [] } as const;

/** Stages the records of a file of addresses, names and cities whose first line is a header. */
function stage(...lines: string[]) {
  return stageAs(['email', 'Name', 'City'], lines);
}

async function stageAs(column_mapping: string[], lines: readonly string[]) {
  const file_format = { ...DEFAULTS.file_format, csv_has_headers: true };
  const row = compileRow({
    list: { hasFormat: false, hasConfirmed: false, primaryKeyFieldId: null },
    fields: [
      { ...FIELD, name: 'Name' },
      { ...FIELD, id: 2, name: 'City' },
      { ...FIELD, id: 3, name: 'Notes', fieldType: 'text_multiline' },
    ],
    timeZone: 'UTC',
    options: { ...DEFAULTS, column_mapping, file_format },
  });
  const outcomes = [];
  const source = Readable.from([Buffer.from(`${lines.join('\n')}\n`)]);
  for await (const slice of readRange(source, file_format, { firstRow: 1 })) outcomes.push(...slice.map(row));
  return outcomes;
}

describe('a record that holds rows of others', () => {
  it('is read where each of them has an address', async () => {
    const outcomes = await stage('bob@x.io,"Bob,Ulm', 'cid@x.io,Cid,Ulm', 'dan@x.io,Dan","Ulm"');
    expect(outcomes).toMatchObject([{ keys: ['bob@x.io', 'cid@x.io', 'dan@x.io'], isUnread: false }]);
  });

  it('is unread where one of them has none: its person may be anyone of the list', async () => {
    const outcomes = await stage('bob@x.io,"Bob,Ulm', 'cid at x.io,Cid,Ulm', 'dan@x.io,Dan","Ulm"');
    expect(outcomes).toMatchObject([{ keys: ['bob@x.io', 'dan@x.io'], isUnread: true }]);
  });

  it('is read where a line of it is no row', async () => {
    const outcomes = await stage('bob@x.io,"Bob', 'from Ulm', 'cid@x.io,Cid,Ulm', 'dan@x.io,Dan","Ulm"');
    expect(outcomes).toMatchObject([{ keys: ['bob@x.io', 'cid@x.io', 'dan@x.io'], isUnread: false }]);
  });

  it.each([
    ['', ['bob@x.io,"Bob', 'cid@x.io,Cid', 'dan@x.io,Dan"'], ['bob@x.io', 'cid@x.io', 'dan@x.io']],
    ['', ['bob@x.io,"Bob', 'cid@x.io,Cid"'], ['bob@x.io', 'cid@x.io']],
    [
      'Notes',
      ['bob@x.io,"likes cats', 'cid@x.io,Cid', 'nobody,Nobody', 'dan@x.io,Dan"'],
      ['bob@x.io', 'cid@x.io', 'dan@x.io'],
    ],
  ])('is refused in a file of two columns, the other of which feeds "%s"', async (entry, lines, keys) => {
    const [outcome, ...more] = await stageAs(['email', entry], lines);
    expect(more).toEqual([]);
    expect(outcome?.error).toContain('holds line breaks and rows of other people');
    expect(outcome?.error === undefined ? [] : outcome.keys).toEqual(keys);
  });

  it.each([
    ['"met at the fair', 'write to eve@x.io, too', 'or call"'],
    ['"wrote on Monday:', 'eve@x.io, the boss', 'wants to come"'],
    ['"Notes', '', 'of two paragraphs, with commas"'],
  ])('is none where a note of several lines has %j', async (...note) => {
    const outcomes = await stageAs(['email', 'Notes'], [`bob@x.io,${note.join('\n')}`]);
    expect(outcomes).toMatchObject([{ row: { email: 'bob@x.io' } }]);
  });
});

describe('a record of several lines that failed', () => {
  it('for its number of columns is unread where a line of it has no address', async () => {
    const outcomes = await stage('ann@x.io,"Ann,Ulm', 'bob at x,Bob,Ulm', 'cid,Cid,Ulm"');
    expect(outcomes).toMatchObject([{ keys: ['ann@x.io'], isUnread: true }]);
  });

  it('is read where each line that may be a row has an address', async () => {
    const outcomes = await stage('ann@x.io,"Ann,Ulm', 'bob@x.io,Bob,Ulm"');
    expect(outcomes).toMatchObject([{ keys: ['ann@x.io', 'bob@x.io'], isUnread: false }]);
  });
});
