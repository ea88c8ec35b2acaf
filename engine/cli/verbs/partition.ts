import { Command, InvalidArgumentError } from 'commander';
import {
  dropExchangedTable,
  partitionSubscribers,
  undoPartitioning,
} from '../../db/partitioning/partition-subscribers.ts';
import { WrongUsage } from '../arguments.ts';
import { withVerbContext } from '../verb-context.ts';

interface Options {
  readonly parts?: number;
  readonly undo?: true;
  readonly dropOld?: true;
}

/** `sluice partition`: gives the table of subscribers hash partitions by list while the service runs. */
export function partition(): Command {
  return new Command('partition')
    .description('give the table of subscribers hash partitions by list, while the service runs (docs/scale.md)')
    .option(
      '--parts <n>',
      `number of partitions, 2 to ${MOST_PARTS}; a call that was interrupted is continued`,
      partsArgument,
    )
    .option('--undo', 'drop the unfinished copy of an interrupted call')
    .option('--drop-old', 'drop the table from before the partitions, which is kept until then')
    .action(run);
}

/** A statement that reads many lists locks every partition. */
const MOST_PARTS = 256;

function partsArgument(text: string): number {
  const parts = Number(text);
  if (/^\d+$/.test(text) && parts >= 2 && parts <= MOST_PARTS) return parts;
  throw new InvalidArgumentError(`It must be a whole number from 2 to ${MOST_PARTS}.`);
}

function run({ parts, undo, dropOld }: Options): Promise<void> {
  if ([parts, undo, dropOld].filter((option) => option !== undefined).length !== 1) {
    throw new WrongUsage('Give one of --parts, --undo and --drop-old.');
  }
  const report = (line: string) => void process.stderr.write(`${line}\n`);
  return withVerbContext(async ({ pool, print }) => {
    const database = await pool();
    if (undo === true) {
      await undoPartitioning(database, report);
      print('Dropped the copy. The table of subscribers is as it was.');
    } else if (dropOld === true) {
      await dropExchangedTable(database);
      print('Dropped the table from before the partitions.');
    } else if (parts !== undefined) {
      await partitionSubscribers(database, parts, report);
      print(
        `The table of subscribers has ${parts} partitions. The former table is kept as subscribers_old.subscribers, without later ` +
          'changes, until: npx sluice partition --drop-old',
      );
    }
  });
}
