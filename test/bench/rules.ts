import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ColumnRules } from '../../engine/domain/column-rules.ts';
import { createList } from './api-client.ts';
import type { Bench } from './bench.ts';
import { SYSTEM_ORGANIZATION } from './large-imports.ts';
import { median } from './median.ts';
import { benchRow, writeLines } from './rows.ts';
import { timeImport } from './timed-import.ts';

/** Imports of the same people from a file that needs no rules, and from one that has words and dates of its own; medians. */
export interface RuleImports {
  readonly rows: number;
  readonly plainSeconds: number;
  readonly ruleSeconds: number;
  readonly problems: readonly string[];
}

/** A file of the people, and the rules that it is read with. */
interface RuleFile {
  readonly name: string;
  readonly statuses: readonly string[];
  readonly day: (day: string, month: string, year: number) => string;
  readonly rules: ColumnRules | null;
}

const PLAIN: RuleFile = {
  name: 'rules-plain.csv',
  statuses: ['active', 'unsubscribed', 'bounced'],
  day: (day, month, year) => `${year}-${month}-${day}`,
  rules: null,
};
const RULES: RuleFile = {
  name: 'rules.csv',
  statuses: ['Subscribed', 'Opted out', 'Cleaned'],
  day: (day, month, year) => `${day}/${month}/${year}`,
  rules: [
    null,
    { values: { Subscribed: 'active', 'Opted out': 'unsubscribed', Cleaned: 'bounced', Complained: 'scomp' } },
    { date_format: 'dmy' },
  ],
};
const ROUNDS = 3;

/** Imports both files, in turn, each time into a new list of an empty table. */
export async function timeRules(bench: Bench): Promise<RuleImports> {
  const { rows } = bench.args;
  for (const file of [PLAIN, RULES]) await writeFile(bench, file);
  const times = { plain: [] as number[], rules: [] as number[] };
  const problems: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, file] of [
      ['plain', PLAIN],
      ['rules', RULES],
    ] as const) {
      const timed = await importFile(bench, file, round);
      times[name].push(timed.seconds);
      problems.push(...timed.problems);
    }
  }
  return { rows, plainSeconds: median(times.plain), ruleSeconds: median(times.rules), problems };
}

async function writeFile({ config, args }: Bench, { name, statuses, day }: RuleFile): Promise<void> {
  const directory = join(config.uploadsDir, SYSTEM_ORGANIZATION);
  await mkdir(directory, { recursive: true });
  await writeLines(join(directory, name), 'email,State,Joined\n', args.rows, (index) => {
    const two = (number: number) => String(number + 1).padStart(2, '0');
    const date = day(two(index % 28), two(index % 12), 1960 + (index % 60));
    return `${benchRow(index, 0).email},${statuses[index % statuses.length]},${date}\n`;
  });
}

async function importFile({ api, args, pool, signal }: Bench, { name, rules }: RuleFile, round: number) {
  signal.throwIfAborted();
  await pool.query('truncate subscribers, subscriber_counts');
  const list = await createList(api, `${name} ${round}`);
  await api.post(`/mailing_lists/${list.id}/custom_fields`, { custom_field: { name: 'Joined', field_type: 'date' } });
  const source = { type: 'upload_directory', filename: name };
  const order = { listId: list.id, source, overwrite: false, rows: args.rows, counter: 'added', pollMs: 100 } as const;
  return timeImport(api, { ...order, mapping: ['email', 'status', 'Joined'], rules }, signal);
}
