import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../support/import-fixture.ts';
import type { ImportFixture } from '../support/import-fixture.ts';
import { caseFile, importAutomatically, importExplicitly } from './support/file-cases.ts';

describe('separators and enclosures of a file', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());

  it('apostrophes at the beginning of a name enclose nothing', async () => {
    const { outcome, people } = await importAutomatically(fixture, await caseFile('22-apostrophes.csv'));
    expect(outcome.counters).toMatchObject({ added: 3, failed: 0 });
    expect(people).toMatchObject({
      'ann@x.example': { Name: "O'Brien", City: "'s-Hertogenbosch" },
      'bob@x.example': { Name: "D'Arcy", City: "'s-Gravenhage" },
      'cid@x.example': { Name: 'Cid', City: "'t Harde" },
    });
  });

  it('an apostrophe that closes hundreds of rows later swallows nobody', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => `p${n}@x.example,Jan,Ulm\n`).join('');
    const source = Buffer.from(`email,Name,City\nann@x.example,'t Hart,Ulm\n${rows}zoe@x.example,Zoe,Rock'\n`);
    const { outcome, people } = await importAutomatically(fixture, source);
    expect(outcome.counters).toMatchObject({ added: 302, failed: 0 });
    expect(people['ann@x.example']).toMatchObject({ Name: "'t Hart" });
  });

  it('single quotes enclose where most cells that begin with one end with one', async () => {
    const source = Buffer.from(
      `'email','Name','City'\n'ann@x.example','Lee, Ann','Bonn'\n'bob@x.example','O''Hara','Ulm'\n`,
    );
    const { people } = await importAutomatically(fixture, source);
    expect(people).toMatchObject({
      'ann@x.example': { Name: 'Lee, Ann', City: 'Bonn' },
      'bob@x.example': { Name: "O'Hara", City: 'Ulm' },
    });
  });

  it('vertical bars separate, detected and as they are sent', async () => {
    const source = Buffer.from('email|Name|City\nann@x.example|"Lee|Ann"|Bonn\nbob@x.example|Bob, Ray|Ulm\n');
    const right = { 'ann@x.example': { Name: 'Lee|Ann', City: 'Bonn' }, 'bob@x.example': { Name: 'Bob, Ray' } };
    expect((await importAutomatically(fixture, source)).people).toMatchObject(right);
    const sentFormat = { csv_field_separator: '|' } as const;
    const explicit = await importExplicitly(fixture, source, ['email', 'Name', 'City'], { sentFormat });
    expect(explicit.people).toMatchObject(right);
  });
});
