import { Command } from 'commander';
import { dataOf } from '../../../client/index.ts';
import type { components, SluiceClient } from '../../../client/index.ts';
import { withApiClient } from '../api-client.ts';
import { WrongUsage, wholeNumberArgument } from '../arguments.ts';
import { printRecords } from '../print-records.ts';
import { watchImport } from '../watch-import.ts';

interface Options {
  readonly set: readonly string[];
  readonly drop: readonly string[];
  readonly dropLeft?: true;
  readonly import?: true;
  readonly watch?: true;
  readonly json?: true;
}

type Worklist = components['schemas']['ImportWorklist'];

/** `sluice corrections <id>`: lists the faults of failed rows, corrects or drops all rows alike, and imports the corrected ones. */
export function corrections(): Command {
  const all = (text: string, before: readonly string[]) => [...before, text];
  return new Command('corrections')
    .description('list the faults of the failed rows of an import, through the API; correct rows and import them')
    .argument('<id>', 'the id of the import or dry run', wholeNumberArgument(1))
    .option('--set <column:cell=new>', 'correct all rows with that cell at fault; can be repeated', all, [])
    .option('--drop <column:cell>', 'keep all rows with that cell at fault out; can be repeated', all, [])
    .option('--drop-left', 'keep all rows out that are left after that')
    .option('--import', 'import the corrected rows, and print the id of the import instead of the faults')
    .option('--watch', 'with --import: show the progress until the import has ended')
    .option('--json', 'print the faults as JSON, one a line')
    .action(run);
}

function run(id: number, { set, drop, dropLeft, import: imports, watch, json }: Options): Promise<void> {
  return withApiClient(async ({ client }) => {
    const params = { path: { id } };
    const read = () => dataOf(client.GET('/subscriber_imports/{id}/corrections', { params }));
    const before = await read();
    const changes = [
      ...set.map((text) => correctionOf(text, before)),
      ...drop.map((text) => ({ ...cellOf(text, before), dropped: true })),
    ];
    for (const change of changes) await correct(client, id, change);
    if (dropLeft === true) {
      for (const { column, reason, left } of (await read()).groups)
        if (left > 0) await correct(client, id, { ...(column !== null && { column }), reason, dropped: true });
    }
    if (imports !== true) return printFaults(await read(), json);
    const { id: child } = await dataOf(client.POST('/subscriber_imports/{id}/corrections/import', { params }));
    process.stdout.write(`${child}\n`);
    if (watch === true) await watchImport(client, child);
  });
}

/** One correction for all rows with a fault. */
interface ValueCorrection {
  readonly column?: string;
  readonly reason?: string;
  readonly from?: string;
  readonly to?: string;
  readonly dropped?: boolean;
}

async function correct(client: SluiceClient, id: number, correction: ValueCorrection): Promise<void> {
  const params = { path: { id } };
  const call = client.PUT('/subscriber_imports/{id}/corrections/values', { params, body: { correction } });
  const { rows } = await dataOf(call);
  const { column, from, reason, dropped } = correction;
  const what = from === undefined ? (reason ?? '') : `${column ?? ''} “${from}”`;
  process.stderr.write(
    `${rows} ${rows === 1 ? 'row' : 'rows'} ${dropped === true ? 'dropped' : 'corrected'}: ${what}\n`,
  );
}

/** Reads `COLUMN:CELL=NEW`; a cell ends at the first equals sign. @throws WrongUsage */
function correctionOf(text: string, worklist: Worklist): ValueCorrection {
  const { column, from: rest } = cellOf(text, worklist);
  const at = rest.indexOf('=');
  if (at < 0) throw new WrongUsage(`--set ${text} has no new cell: write COLUMN:CELL=NEW.`);
  return { column, from: rest.slice(0, at), to: rest.slice(at + 1) };
}

/** Reads `COLUMN:CELL`: of columns with the same beginning the longest one. @throws WrongUsage */
function cellOf(text: string, { columns }: Worklist): { readonly column: string; readonly from: string } {
  const fitting = columns.filter((name) => text.startsWith(`${name}:`));
  const column = fitting.sort((one, other) => other.length - one.length)[0];
  if (column === undefined)
    throw new WrongUsage(`${text} begins with no column of the file. It has ${columns.join(', ')}.`);
  return { column, from: text.slice(column.length + 1) };
}

function printFaults({ groups, left, ready, dropped }: Worklist, json: true | undefined): void {
  printRecords(groups, {
    json,
    cells: ({ column, reason, rows, left: ofFault, values }) => [
      `${rows} ${rows === 1 ? 'row' : 'rows'}`,
      `${ofFault} left`,
      column ?? '',
      reason,
      values.map(({ value, rows: count }) => `“${value}” ${count}`).join(', '),
    ],
  });
  process.stderr.write(`${left} left, ${ready} ready to be imported, ${dropped} dropped.\n`);
}
