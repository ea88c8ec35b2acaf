import type { Random } from '../../random.ts';
import type { Attack } from '../attack.ts';
import type { Hostile } from '../hostile/hostile.ts';
import { makeFile } from '../hostile/make-file.ts';
import { requireRead } from '../hostile/require-read.ts';

const TOGETHER = 8;

/** Files that hardly any program would write on purpose. */
export const generatedFiles: Attack = {
  name: 'generated-files',
  title: '200 files of any separators, quotes, encodings, lengths, line ends and numbers of fields',
  play: async (hostile) => {
    const names = Array.from({ length: hostile.size === 'full' ? 200 : TOGETHER }, (_, i) => `generated-${i}.csv`);
    while (names.length > 0) await importTogether(hostile, names.splice(0, TOGETHER));
  },
};

async function importTogether(hostile: Hostile, names: readonly string[]): Promise<void> {
  const files = names.map((name) => {
    const choices = hostile.random.fork(name);
    return { name, content: makeFile(choices), settings: settingsOf(choices) };
  });
  const ids = await Promise.all(
    files.map(async ({ name, content, settings }) =>
      hostile.startImport(await hostile.upload(name, content), settings),
    ),
  );
  const ends = await hostile.finishImports(ids, 30_000);
  for (const [i, { name, content }] of files.entries()) {
    const end = ends.find(({ id }) => id === ids[i]);
    requireRead(hostile, { name, head: content }, end);
  }
}

function settingsOf(random: Random): object {
  const columns = ['email', 'City', 'Score', 'Weight', '', 'email_format', 'subscribe_time', 'status'];
  return {
    column_mapping: ['email', ...random.shuffled(columns.slice(1)).slice(0, random.int(0, 6))],
    file_format: {
      csv_field_separator: random.pick([',', ';', '\t']),
      csv_field_enclosure: random.pick(['"', "'"]),
      character_set: random.pick(['UTF-8', 'ISO-8859-1']),
      csv_has_headers: random.chance(0.7),
    },
    overwrite: random.chance(0.5),
    deactivate_subscribers_not_in_import: random.chance(0.1),
  };
}
