import { Command, Option } from 'commander';
import { createApiKey } from '../../accounts/api-keys.ts';
import { API_KEY_ROLES, findSealedKey } from '../../db/accounts/api-keys.ts';
import type { ApiKeyAttributes } from '../../db/accounts/api-keys.ts';
import { SYSTEM_ORGANIZATION_ID } from '../../db/accounts/organizations.ts';
import type { Database } from '../../db/core/slonik.ts';
import { ConfigurationError, ValidationFailed } from '../../platform/errors.ts';
import { createCredential, hashCredential } from '../../secrets/credential.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import { openSecretBox } from '../../secrets/secret-key.ts';
import { nameArgument, referenceArgument } from '../arguments.ts';
import { findOrganizationId } from '../find-organization.ts';
import { withVerbContext } from '../verb-context.ts';

interface Options {
  readonly organization: number | string;
  readonly role: ApiKeyAttributes['role'];
  readonly json?: true;
}

/** `sluice key:create <name>`: creates an API key and prints only its credential to stdout. */
export function keyCreate(): Command {
  return new Command('key:create')
    .description('create an API key and print it')
    .argument('<name>', 'name of the key, 1 to 100 characters', nameArgument(100))
    .option('--organization <id or name>', 'organization of the key', referenceArgument, SYSTEM_ORGANIZATION_ID)
    .addOption(
      new Option('--role <role>', 'permissions of the key').choices(API_KEY_ROLES).default('organization_admin'),
    )
    .option('--json', 'print JSON')
    .action(create);
}

function create(name: string, { organization, role, json }: Options): Promise<void> {
  return withVerbContext(async ({ config, database, print }) => {
    const db = await database();
    const organizationId = await findOrganizationId(db, organization);
    if (role === 'system_admin' && organizationId !== SYSTEM_ORGANIZATION_ID) {
      throw new ValidationFailed(
        `Only organization ${SYSTEM_ORGANIZATION_ID} has keys of system administrators: leave --role out.`,
      );
    }
    const box = await openSecretBox(config);
    await refuseOtherSecret(db, box);
    const credential = createCredential(organizationId);
    const hash = hashCredential(credential);
    const sealed = { hash, encrypted: box.seal(credential, hash) };
    const { id } = await createApiKey(db, organizationId, { name, role, active: true }, sealed);
    const record = { id, name, role, active: true, organization_id: organizationId, api_key: credential };
    print(json === true ? JSON.stringify(record) : credential);
  });
}

/** Refuses a secret that is not the API's: the API could never decrypt and show the key. */
async function refuseOtherSecret(db: Database, box: SecretBox): Promise<void> {
  const known = await findSealedKey(db);
  if (known === null || box.open(known.encryptedCredential, known.credentialHash) !== null) return;
  throw new ConfigurationError([
    'The API keys of this database are encrypted with another secret: set SECRET_KEY, or DATA_DIR to the folder of ' +
      'the service, as it is set where the API runs.',
  ]);
}
