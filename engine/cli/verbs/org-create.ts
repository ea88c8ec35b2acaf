import { Command, InvalidArgumentError } from 'commander';
import { IANAZone } from 'luxon';
import { lockAdministration } from '../../db/core/administration-lock.ts';
import { findReferred } from '../../db/fixtures/references.ts';
import { drawOrganizationId, insertOrganization } from '../../db/accounts/organizations.ts';
import type { OrganizationAttributes } from '../../db/accounts/organizations.ts';
import type { Database } from '../../db/core/slonik.ts';
import { openFiles } from '../../files/open-files.ts';
import type { Files } from '../../files/open-files.ts';
import { PATIENCE_OF_CALLS } from '../../files/s3-patience.ts';
import { ValidationFailed } from '../../platform/errors.ts';
import { nameArgument, wholeNumberArgument } from '../arguments.ts';
import type { ArgumentReader } from '../arguments.ts';
import { withVerbContext } from '../verb-context.ts';

/** Reads the name of a time zone. */
const timeZoneArgument: ArgumentReader<string> = (text) => {
  if (IANAZone.isValidZone(text)) return text;
  throw new InvalidArgumentError('It must be a zone of the IANA database, such as Europe/Berlin.');
};

interface Options {
  readonly timeZone: string;
  readonly subscriberLimit?: number;
  readonly json?: true;
}

/** `sluice org:create <name>`: creates an organization and says its id. */
export function orgCreate(): Command {
  return new Command('org:create')
    .description('create an organization')
    .argument('<name>', 'its name, 1 to 100 characters', nameArgument(100))
    .option(
      '--time-zone <zone>',
      'time zone of the times in its answers, such as Europe/Berlin',
      timeZoneArgument,
      'UTC',
    )
    .option('--subscriber-limit <number>', 'maximum number of subscribers (default: unlimited)', limit)
    .option('--json', 'print JSON')
    .action(create);
}

const limit = wholeNumberArgument(0);

function create(name: string, { timeZone, subscriberLimit, json }: Options): Promise<void> {
  return withVerbContext(async ({ config, database, print }) => {
    const attributes = { name, timeZone, subscriberLimit: subscriberLimit ?? null };
    const pool = await database();
    const files = await openFiles(config, PATIENCE_OF_CALLS);
    // Before the transaction, in which other commands of administration would wait for the file store.
    const id = await drawUnusedId(pool, files).finally(() => files.close());
    await pool.transaction((transaction) => insertNamed(transaction, { ...attributes, id }));
    print(json === true ? JSON.stringify({ id, name }) : `Created organization ${id}, ${name}.`);
  });
}

/** A name must find one organization only. */
async function insertNamed(
  db: Database,
  organization: OrganizationAttributes & { readonly id: number },
): Promise<void> {
  await lockAdministration(db);
  const scope = { organizationId: null, mailingListId: null };
  const [twin] = await findReferred(db, 'organization', organization.name, scope);
  if (twin !== undefined) {
    throw new ValidationFailed(`Organization ${twin.id} is already called ${organization.name}. Choose another name.`);
  }
  await insertOrganization(db, organization);
}

/** A database that was set back draws the ids of organizations that it has lost, whose files the new one must not get. */
async function drawUnusedId(db: Database, files: Files): Promise<number> {
  for (;;) {
    const id = await drawOrganizationId(db);
    if (!(await files.hasUploadsOf(id))) return id;
  }
}
