import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNotice } from '../../engine/domain/notices.ts';
import { createImportFixture } from '../support/import-fixture.ts';
import type { ImportFixture } from '../support/import-fixture.ts';
import { importAutomatically, importExplicitly } from './support/file-cases.ts';

describe('addresses as people write them', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());

  it('are read without what stands around them, and a notice says so', async () => {
    const file = Buffer.from('Email,Name\n"Ann Lee <ann@x.example>",Ann\nbob@x.example,Bob\nmailto:cy@x.example,Cy\n');
    const { people, notices } = await importAutomatically(fixture, file);
    expect(Object.keys(people).sort()).toEqual(['ann@x.example', 'bob@x.example', 'cy@x.example']);
    expect(notices).toEqual([
      {
        code: 'cleaned_addresses',
        message:
          'What stands around an address is taken off, in 2 cells of the first rows: "Ann Lee <ann@x.example>" is read as ann@x.example.',
        columns: [1],
        rows: [1, 3],
        count: 2,
      },
    ]);
  });

  it('are said in a notice that can be stored, whatever stands around them', async () => {
    const cell = `${'x'.repeat(79)}😀 <ann@x.example>`;
    const { people, notices } = await importAutomatically(fixture, Buffer.from(`Email,Name\n${cell},Ann\n`));
    expect(Object.keys(people)).toEqual(['ann@x.example']);
    expect(notices).toMatchObject([{ code: 'cleaned_addresses', rows: [1], count: 1 }]);
    expect(createNotice('cleaned_addresses', 'Ann\0Lee').message).toBe('AnnLee');
  });

  it('in quotation marks before the @ are refused with the reason', async () => {
    const cells = ['"""hal""@x.example"', '"""hal lee""@x.example"', '"Hal <""h,l""@x.example>"', 'hal at x.example'];
    const file = Buffer.from(`Email,Name\n${cells.map((cell) => `${cell},Hal\n`).join('')}`);
    const { people, outcome } = await importExplicitly(fixture, file, ['email', 'Name']);
    expect(people).toEqual({});
    const reasons = [...(outcome.logs.failed ?? '').matchAll(/"(email [^"]*)"$/gm)].map(([, reason]) => reason);
    const quoted = 'email has quotation marks before the @, which is not accepted: write the address without them';
    expect(reasons).toEqual([quoted, quoted, quoted, 'email is not a valid address']);
  });

  it('are found by their values, and in the first line, where they have names around them', async () => {
    const file = Buffer.from('Ann Lee <ann@x.example>;Bonn\nBob Ray <bob@x.example>;Ulm\n');
    const { people, analysis } = await importAutomatically(fixture, file);
    expect(analysis.format.csv_has_headers).toBe(false);
    expect(Object.keys(people).sort()).toEqual(['ann@x.example', 'bob@x.example']);
  });

  it('are said to be lost when the first of them was sent as a header', async () => {
    const file = Buffer.from('Ann Lee <ann@x.example>,Ann\nbob@x.example,Bob\n');
    const { people, notices } = await importExplicitly(fixture, file, ['email', 'Name']);
    expect(Object.keys(people)).toEqual(['bob@x.example']);
    expect(notices).toMatchObject([{ code: 'person_in_header', columns: [1], count: 1 }]);
  });

  it.each(['ann@gmail.con', 'ann@gmial.com', 'Ann <ann@HOTMIAL.COM>'])(
    'are imported as they are where the domain looks mistyped (%s), and a notice names one',
    async (cell) => {
      const address = cell.replace(/^Ann <|>$/g, '');
      const { people, notices } = await importAutomatically(fixture, Buffer.from(`Email,Name\n${cell},Ann\n`));
      expect(Object.keys(people).map((each) => each.toLowerCase())).toEqual([address.toLowerCase()]);
      expect(notices.filter(({ code }) => code === 'doubtful_addresses')).toMatchObject([
        { columns: [1], rows: [1], count: 1, message: expect.stringContaining(address) as string },
      ]);
    },
  );

  it.each(['ann@company.co', 'ann@mail.community', 'ann@gmail.com', 'ann@conrad.de'])(
    'get no notice where nothing is wrong: %s',
    async (address) => {
      const { notices } = await importAutomatically(fixture, Buffer.from(`Email,Name\n${address},Ann\n`));
      expect(notices).toEqual([]);
    },
  );
});
