import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { compileRow } from '../../../engine/csv/row.ts';
import { readRange } from '../../../engine/csv/read-range.ts';
import { DEFAULTS } from '../../support/import-options.ts';

const FIELD = { id: 1, fieldType: 'text', required: false, attributes: {}, options: [] } as const;

/** Stages the records of a file of addresses, names and cities whose first line is a header. */
async function stage(...lines: string[]) {
  const column_mapping = ['email', 'Name', 'City'];
  const file_format = { ...DEFAULTS.file_format, csv_has_headers: true };
  const row = compileRow({
    list: { hasFormat: false, hasConfirmed: false, primaryKeyFieldId: null },
    fields: [
      { ...FIELD, name: 'Name' },
      { ...FIELD, id: 2, name: 'City' },
    ],
    timeZone: 'UTC',
    options: { ...DEFAULTS, column_mapping, file_format },
  });
  const outcomes = [];
  const source = Readable.from([Buffer.from(`${lines.join('\n')}\n`)]);
  for await (const batch of readRange(source, file_format, { firstRow: 1 })) outcomes.push(...batch.map(row));
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
});
