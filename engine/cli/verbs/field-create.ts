import { Command, Option } from 'commander';
import { dataOf } from '../../../client/index.ts';
import { FIELD_TYPES } from '../../values/custom-field.ts';
import type { FieldType } from '../../values/custom-field.ts';
import { withApiClient } from '../api-client.ts';
import { wholeNumberArgument } from '../arguments.ts';

interface Options {
  readonly type: FieldType;
  readonly choice?: readonly string[];
  readonly required?: true;
  readonly decimals?: true;
  readonly json?: true;
}

/** `sluice field:create <list> <name>`: creates a custom field through the API and prints its id. */
export function fieldCreate(): Command {
  return new Command('field:create')
    .description('create a custom field of a mailing list, through the API, and print its id')
    .argument('<list>', 'the id of the mailing list', wholeNumberArgument(1))
    .argument('<name>', 'the name, which no other field of the list has')
    .addOption(new Option('--type <type>', 'the type, which stays as it is').choices(FIELD_TYPES).default('text'))
    .option('--choice <name>', 'a choice of a select field; can be repeated', addChoice)
    .option('--required', 'every subscriber must have a value')
    .option('--decimals', 'of type number: also numbers that are not whole')
    .option('--json', 'print the record as JSON')
    .action(run);
}

function addChoice(name: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, name];
}

function run(list: number, name: string, { type, choice, required, decimals, json }: Options): Promise<void> {
  return withApiClient(async ({ client }) => {
    const custom_field = {
      ...{ name, field_type: type },
      ...(required === true && { required }),
      ...(decimals === true && { number_support_decimal: true as const }),
      ...(choice !== undefined && { options: choice.map((each) => ({ name: each })) }),
    };
    const call = client.POST('/mailing_lists/{id}/custom_fields', {
      params: { path: { id: list } },
      body: { custom_field },
    });
    const created = await dataOf(call);
    process.stdout.write(`${json === true ? JSON.stringify(created) : created.id}\n`);
  });
}
