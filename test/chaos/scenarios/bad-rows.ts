import { differentEntries } from '../checks/same.ts';
import { requireNone } from '../failure.ts';
import type { Scenario } from '../scenario.ts';
import { COLUMN_MAPPING } from '../sources/csv-file.ts';
import { makeDirtyFile, spoil } from '../sources/dirty-file.ts';
import type { DirtyFile } from '../sources/dirty-file.ts';
import { createEmptyList, createImport } from '../sources/list.ts';
import type { Stage } from '../world/world.ts';

export const badRows: Scenario = {
  name: 'bad-rows',
  title: 'one bad row costs exactly that row, whatever its bytes, and the failed log, corrected, can be imported',
  play: async (stage) => {
    const { random } = stage;
    const isFull = stage.size === 'full';
    await stage.serve();
    for (let i = 0; i < (isFull ? 8 : 2); i++) {
      const longestField = i === 0 && isFull ? 100 * MEGABYTE : random.int(MEGABYTE, 3 * MEGABYTE);
      await importDirty(stage, makeDirtyFile(random, { rows: 600, longestField }));
    }
    await importInlineNul(stage);
    const { bytes } = makeDirtyFile(random, { rows: 600, longestField: 10_000 });
    await importUnreadable(
      stage,
      Buffer.from(
        JSON.stringify(
          bytes
            .toString()
            .split('\n')
            .map((email) => ({ email })),
        ),
      ),
    );
    for (let i = 0; i < (isFull ? 20 : 4); i++) await importSpoilt(stage, spoil(random, bytes, random.int(1, 200)));
  },
};

const MEGABYTE = 1_000_000;

/** Imports the file, its failed log as it stands, and its failed log corrected. */
async function importDirty(stage: Stage, file: DirtyFile): Promise<void> {
  const listId = await createEmptyList(stage);
  const first = await importBytes(stage, listId, file.bytes, COLUMN_MAPPING);
  const bad = file.records - file.good.length;
  requireNone([
    ...(first.records === file.records ? [] : [`a file of ${file.records} rows counts ${first.records}`]),
    ...(first.failed === bad ? [] : [`${first.failed} rows failed, but ${bad} are bad`]),
    ...differentEntries('the added subscribers', [...file.good], await addedTo(stage, first.id)),
  ]);
  const [header, ...lines] = (await stage.api.log(first.id, 'failed')).trimEnd().split('\n');
  requireNone(header === 'email,city,score,Error' ? [] : [`the failed log begins with ${header}`]);

  const mapping = [...COLUMN_MAPPING, ''];
  const again = await importBytes(stage, listId, Buffer.from([header, ...lines, ''].join('\n')), mapping);
  const corrected = lines.map(
    (line, i) => `mended${i}@example.com,Rome,${i},${line.slice(line.lastIndexOf(',"') + 1)}`,
  );
  const mended = await importBytes(stage, listId, Buffer.from([header, ...corrected, ''].join('\n')), mapping);
  requireNone([
    ...(again.records === bad ? [] : [`a failed log of ${bad} rows has ${again.records} when it is imported`]),
    ...(mended.added === bad ? [] : [`of ${bad} corrected rows only ${mended.added} are added`]),
  ]);
  stage.figures.add('bad rows that cost no other row', bad);
}

/** In JSON a NUL can be written down, and Postgres cannot store it. */
async function importInlineNul(stage: Stage): Promise<void> {
  const content = 'email,city,score\none@example.com,Rome,1\ntwo@example.com,Ro\0me,2\nthree@example.com,\\u0000,3\n';
  const settings = { column_mapping: COLUMN_MAPPING };
  const id = await createImport(stage, await createEmptyList(stage), { type: 'json', content }, settings);
  const { stats } = await stage.api.untilEnded(id);
  const { added, failed } = stats.subscribers;
  requireNone(
    added === 2 && failed === 1 ? [] : [`of three rows, one with a NUL, ${added} are added and ${failed} failed`],
  );
}

/** Imports a file that is no table, which has to be recognized by its beginning and refused whole. */
async function importUnreadable(stage: Stage, bytes: Buffer): Promise<void> {
  const listId = await createEmptyList(stage);
  const { id, state, error_message, stats } = await endImport(stage, listId, bytes, COLUMN_MAPPING);
  const isRefused = state === 'failed' && String(error_message).includes('JSON');
  requireNone([
    ...(isRefused ? [] : [`import ${id} of a file of JSON is ${state}: ${error_message}`]),
    ...(stats.records_imported ? [`import ${id} of a file of JSON has imported ${stats.records_imported} rows`] : []),
  ]);
}

async function importSpoilt(stage: Stage, bytes: Buffer): Promise<void> {
  await importBytes(stage, await createEmptyList(stage), bytes, COLUMN_MAPPING);
  stage.figures.add('spoilt files that balance');
}

interface Imported {
  readonly id: number;
  readonly records: number;
  readonly added: number;
  readonly failed: number;
}

/** @throws PromiseBroken unless the import finishes and its counters sum to its rows */
async function importBytes(stage: Stage, listId: number, bytes: Buffer, column_mapping: string[]): Promise<Imported> {
  const { id, state, stats } = await endImport(stage, listId, bytes, column_mapping);
  const { number_of_records: records, records_imported: imported, subscribers } = stats;
  const sum = Object.values(subscribers as Record<string, number>).reduce((total, n) => total + n, 0);
  requireNone([
    ...(state === 'finished' ? [] : [`import ${id} is ${state}`]),
    ...(sum === records && imported === records ? [] : [`import ${id} counts ${sum} of ${records} rows`]),
  ]);
  return { id, records, added: subscribers.added, failed: subscribers.failed };
}

/** The detail of an import of the bytes when it has ended, however it has. */
async function endImport(stage: Stage, listId: number, bytes: Buffer, column_mapping: string[]) {
  const filename = `dirty-${listId}-${fileNumber++}.csv`;
  await stage.files.upload(filename, bytes);
  const id = await createImport(stage, listId, { type: 'upload_directory', filename }, { column_mapping });
  return stage.api.untilEnded(id);
}

async function addedTo({ api }: Stage, importId: number): Promise<string[]> {
  return (await api.log(importId, 'added')).trimEnd().split('\n');
}

let fileNumber = 1;
