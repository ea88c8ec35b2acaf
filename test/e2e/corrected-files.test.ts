import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COUNTERS } from '../../engine/domain/subscriber-imports.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, succeed, untilEnded } from '../support/imports.ts';

const FIELDS = [
  { name: 'Code', field_type: 'text' },
  { name: 'City', field_type: 'text' },
  { name: 'Born', field_type: 'date' },
  { name: 'Points', field_type: 'number' },
];
const HEADER = ['Code', 'Mail', 'City', 'Born', 'Points'];
const MAPPING = ['Code', 'email', 'City', 'Born', 'Points'];

/** A person of a file; the code tells whose a failed row is. */
const person = fc.record({
  city: fc.oneof(
    fc.constantFrom('Ulm', 'Köln', '', ' Bad Ems ', '="0049"', '“Old” town', 'a,b;c\td', `"quoted" 'twice'`),
    fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll(/[\r\n\0]/g, '')),
  ),
  born: fc.constantFrom('', '1990-12-31', '31.12.1991', '2001-02-03'),
  points: fc.constantFrom('', '0', '12', '-3'),
  fault: fc.constantFrom(null, null, 'email', 'born', 'points', 'twice', 'short', 'long'),
});
const dialect = fc.record({
  separator: fc.constantFrom(',', ';', '\t', '|'),
  enclosure: fc.constantFrom('"', "'"),
  hasHeader: fc.boolean(),
});
const files = fc.record({
  people: fc.array(person, { minLength: 1, maxLength: 30 }),
  dialect,
  overwrite: fc.boolean(),
});

type GeneratedFile = typeof files extends fc.Arbitrary<infer Each> ? Each : never;
type Person = typeof person extends fc.Arbitrary<infer Each> ? Each : never;

const cellsOf = ({ city, born, points }: Person, at: number) => [`K${at}`, `p${at}@x.example`, city, born, points];

/** The cells with the fault of the person. */
function faultyCells(each: Person, at: number): readonly string[] {
  const [code = '', email = '', city = '', born = '', points = ''] = cellsOf(each, at);
  const faulty: Record<string, readonly string[]> = {
    email: [code, `p${at}.x.example`, city, born, points],
    born: [code, email, city, 'unknown', points],
    points: [code, email, city, born, 'many'],
    twice: [code, `p${at}@`, city, 'unknown', points],
    short: [code, email, city],
    long: [code, email, city, born, points, 'more'],
  };
  return faulty[each.fault ?? ''] ?? [code, email, city, born, points];
}

describe('a file with faults whose failed rows are corrected', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.stop());

  const logsOf = async (...ids: number[]) => {
    const { rows } = await engine.pool.query<{ kind: string; address: string }>(
      `select kind, string_to_table(rtrim(content, e'\\n'), e'\\n') as address from import_logs
        where subscriber_import_id = any ($1) and kind <> 'failed' order by 1, 2`,
      [ids],
    );
    return rows;
  };
  const subscribersOf = async (list: number) => {
    const { rows } = await engine.pool.query(
      `select email, status, custom_fields from subscribers where mailing_list_id = $1 order by email`,
      [list],
    );
    // Lists have fields of their own, by whose ids values are kept.
    return rows.map(({ custom_fields: fields, ...others }) => [others, Object.values(fields as object)]);
  };
  const newList = async () => {
    const list = await createList(engine, `List ${crypto.randomUUID()}`, FIELDS);
    const known = 'p1@x.example\np3@x.example\n';
    await untilEnded(engine, await createImport(engine, list, `email\n${known}`));
    return list;
  };
  const correct = async (path: string, people: readonly Person[]) => {
    const { data } = succeed(await engine.call('GET', `${path}/rows?per_page=500`));
    const { columns } = succeed(await engine.call('GET', path)).data as unknown as { columns: string[] };
    for (const row of data as unknown as { id: string; cells: Record<string, string>; version: number }[]) {
      const at = Number(row.cells[columns[0] ?? '']?.slice(1));
      const clean = cellsOf(people[at] as Person, at);
      const cells = Object.fromEntries(columns.map((name, column) => [name, clean[column]]));
      const correction = { cells, version: row.version };
      succeed(await engine.call('PUT', `${path}/rows/${row.id}`, { correction }));
    }
  };

  /** Imports the clean file into a list, and the one with faults into another. */
  const importBoth = async ({ people, dialect, overwrite }: GeneratedFile, ofFaulty: object = {}) => {
    const { separator, enclosure, hasHeader } = dialect;
    const line = (cells: readonly string[]) =>
      `${cells.map((cell) => enclosure + cell.replaceAll(enclosure, enclosure + enclosure) + enclosure).join(separator)}\n`;
    const fileOf = (rows: readonly (readonly string[])[]) =>
      [...(hasHeader ? [HEADER] : []), ...rows].map(line).join('');
    const settings = {
      ...{ overwrite, column_mapping: MAPPING },
      file_format: { csv_has_headers: hasHeader, csv_field_separator: separator, csv_field_enclosure: enclosure },
    };
    const [clean, faulty] = [await newList(), await newList()];
    const whole = await untilEnded(engine, await createImport(engine, clean, fileOf(people.map(cellsOf)), settings));
    const withFaults = fileOf(people.map(faultyCells));
    const parent = await untilEnded(
      engine,
      await createImport(engine, faulty, withFaults, { ...settings, ...ofFaulty }),
    );
    return { clean, faulty, whole, parent };
  };

  it('has the subscribers, counters and logs of the clean file', async () => {
    await fc.assert(
      fc.asyncProperty(files, async (file) => {
        const { people } = file;
        const { clean, faulty, whole, parent } = await importBoth(file);
        expect(whole.stats.subscribers.failed).toBe(0);
        const failed = people.filter(({ fault }) => fault !== null).length;
        expect(parent.stats.subscribers.failed).toBe(failed);
        if (failed === 0) return;
        const path = `/subscriber_imports/${parent.id}/corrections`;
        await correct(path, people);
        const childId = succeed(await engine.call('POST', `${path}/import`)).data['id'] as number;
        const child = await untilEnded(engine, childId);
        for (const counter of COUNTERS) {
          const before = counter === 'failed' ? 0 : parent.stats.subscribers[counter];
          expect([counter, before + child.stats.subscribers[counter]]).toEqual([
            counter,
            whole.stats.subscribers[counter],
          ]);
        }
        expect(await logsOf(parent.id as number, childId)).toEqual(await logsOf(whole.id as number));
        expect(await subscribersOf(faulty)).toEqual(await subscribersOf(clean));
      }),
      { numRuns: 12, seed: 42, endOnFailure: true },
    );
  });

  it('is imported as the clean file where its rows were corrected in a dry run', async () => {
    await fc.assert(
      fc.asyncProperty(files, async (file) => {
        const { clean, faulty, whole, parent } = await importBoth(file, { dry_run: true });
        if (file.people.some(({ fault }) => fault !== null))
          await correct(`/subscriber_imports/${parent.id}/corrections`, file.people);
        const started = succeed(await engine.call('POST', `/subscriber_imports/${parent.id}/start`)).data['id'];
        const { stats } = await untilEnded(engine, started as number);
        expect(stats.subscribers).toEqual(whole.stats.subscribers);
        expect(await logsOf(started as number)).toEqual(await logsOf(whole.id as number));
        expect(await subscribersOf(faulty)).toEqual(await subscribersOf(clean));
      }),
      { numRuns: 8, seed: 43 },
    );
  });
});
