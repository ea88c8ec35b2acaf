import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../support/import-fixture.ts';
import type { ImportFixture } from '../support/import-fixture.ts';
import { importAutomatically, importExplicitly } from './support/file-cases.ts';

describe('the first line of a file', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());

  const PEOPLE = Buffer.from('ann@x.example,Ann,Bonn\nbob@x.example,Bob,Ulm\n');

  it('is a person without a header, where the format is detected', async () => {
    const { people, notices } = await importAutomatically(fixture, PEOPLE);
    expect(Object.keys(people)).toEqual(['ann@x.example', 'bob@x.example']);
    expect(notices).toMatchObject([{ code: 'not_imported', columns: [2, 3], count: 4 }]);
  });

  it('is said to be lost when it is a person and was sent as a header', async () => {
    const { people, notices } = await importExplicitly(fixture, PEOPLE, ['email', 'Name', 'City']);
    expect(Object.keys(people)).toEqual(['bob@x.example']);
    expect(notices).toMatchObject([{ code: 'person_in_header', columns: [1], rows: [], count: 1 }]);
  });
});
