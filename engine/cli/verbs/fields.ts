import { Command } from 'commander';
import { dataOf } from '../../../client/index.ts';
import type { components } from '../../../client/index.ts';
import { withApiClient } from '../api-client.ts';
import { wholeNumberArgument } from '../arguments.ts';
import { printRecords } from '../print-records.ts';

type Field = components['schemas']['CustomField'];

interface Options {
  readonly json?: true;
}

/** `sluice fields <list>`: lists the custom fields of a mailing list, through the API. */
export function fields(): Command {
  return new Command('fields')
    .description(
      'list the custom fields of a mailing list, through the API: id, type, name, and what else a value must be',
    )
    .argument('<list>', 'the id of the mailing list', wholeNumberArgument(1))
    .option('--json', 'print JSON, one field a line')
    .action(run);
}

function run(list: number, { json }: Options): Promise<void> {
  return withApiClient(async ({ client }) => {
    const found = await dataOf(client.GET('/mailing_lists/{id}/custom_fields', { params: { path: { id: list } } }));
    printRecords(found, { json, cells: (field) => [String(field.id), field.field_type, field.name, demands(field)] });
    if (found.length === 0) {
      process.stderr.write(
        `List ${list} has no custom fields. To create one: npx sluice field:create ${list} NAME --type text\n`,
      );
    }
  });
}

function demands({ required, number_support_decimal, options }: Field): string {
  return [
    ...(required ? ['required'] : []),
    ...(number_support_decimal === true ? ['decimals'] : []),
    ...(options === undefined ? [] : [`choices: ${options.map(({ name }) => name).join(', ')}`]),
  ].join('; ');
}
