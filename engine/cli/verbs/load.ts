import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { ConfigurationError, messageOf } from '../../platform/errors.ts';
import { loadFixture } from '../../fixtures/load-fixture.ts';
import type { LoadedFixture } from '../../fixtures/load-fixture.ts';
import { withVerbContext } from '../verb-context.ts';

interface Options {
  readonly check?: true;
  readonly json?: true;
}

/** `sluice load <file>`: fills what the API names but cannot create from a file, all of it or nothing. */
export function load(): Command {
  return new Command('load')
    .description('load autoresponders, campaigns, web forms and the like from a JSON file (docs/fixtures.md)')
    .argument('<file>', 'the JSON file')
    .option('--check', 'print what would change, and change nothing')
    .option('--json', 'print JSON')
    .action(loadFile);
}

function loadFile(file: string, { check, json }: Options): Promise<void> {
  return withVerbContext(async ({ database, print }) => {
    const text = await read(file);
    const loaded = await loadFixture(await database(), text, { keep: check !== true });
    print(json === true ? JSON.stringify(loaded) : summary(loaded, check === true));
  });
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = messageOf(error);
    throw new ConfigurationError([`The fixture cannot be read: ${reason}.`]);
  }
}

function summary(loaded: LoadedFixture, isCheck: boolean): string {
  const records = Object.entries(loaded).flatMap(([part, all]) => all.map((record) => ({ part, ...record })));
  const lines = records.map(({ part, id, name, outcome }) => {
    // The id of what is only tried out is gone with it.
    const number = isCheck && outcome === 'created' ? '' : ` ${id}`;
    return `${outcome.padEnd(9)}  ${part}${number}  ${name}`;
  });
  const counted = (['created', 'updated', 'unchanged'] as const).map(
    (wanted) => `${records.filter(({ outcome }) => outcome === wanted).length} ${wanted}`,
  );
  return [...lines, `${isCheck ? 'Nothing was written; it would be' : 'Loaded:'} ${counted.join(', ')}.`].join('\n');
}
