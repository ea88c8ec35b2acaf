import { Command, InvalidArgumentError, Option } from 'commander';
import { SYSTEM_ORGANIZATION_ID } from '../../db/accounts/organizations.ts';
import { insertUser, isUserEmailTaken, USER_ROLES } from '../../db/accounts/users.ts';
import type { User } from '../../db/accounts/users.ts';
import { readPermission } from '../../domain/permissions.ts';
import type { Permission } from '../../domain/permissions.ts';
import { ValidationFailed } from '../../platform/errors.ts';
import { hashPassword } from '../../secrets/password-hash.ts';
import { isEmailAddress } from '../../values/email-address.ts';
import { nameArgument, referenceArgument } from '../arguments.ts';
import { enteredPassword } from '../entered-password.ts';
import { findOrganizationId } from '../find-organization.ts';
import { newUser } from '../../accounts/new-user.ts';
import { withVerbContext } from '../verb-context.ts';

interface Options {
  readonly organization: number | string;
  readonly role: User['role'];
  readonly name?: string;
  readonly permission?: readonly Permission[];
  readonly passwordStdin?: true;
  readonly json?: true;
}

/** `sluice user:create <email>`: creates a user, and prints only a generated password to stdout. */
export function userCreate(): Command {
  return new Command('user:create')
    .description('create a user, who signs in to the console with the password that is printed')
    .argument('<email>', 'address of the user, by which the user signs in', emailArgument)
    .option('--organization <id or name>', 'organization of the user', referenceArgument, SYSTEM_ORGANIZATION_ID)
    .addOption(new Option('--role <role>', 'role of the user').choices(USER_ROLES).default('organization_admin'))
    .option(
      '--name <name>',
      'full name, which others see in the activity of jobs; default: the role in words',
      nameArgument(100),
    )
    .option(
      '--permission <permission>',
      'what a standard user may do, such as subscriber.import; may be repeated',
      permissionArgument,
    )
    .option('--password-stdin', 'read the password from standard input instead of generating one')
    .option('--json', 'print JSON')
    .action(create);
}

function create(email: string, options: Options): Promise<void> {
  const { organization, role, name = NAMES[role], permission = [], json } = options;
  return withVerbContext(async ({ database, print }) => {
    const { password, printed } = await enteredPassword(options.passwordStdin === true);
    const db = await database();
    const organizationId = await findOrganizationId(db, organization);
    if (role === 'system_admin' && organizationId !== SYSTEM_ORGANIZATION_ID) {
      throw new ValidationFailed(
        `Only organization ${SYSTEM_ORGANIZATION_ID} has system administrators: choose another --role.`,
      );
    }
    if (permission.length > 0 && role !== 'standard') {
      throw new ValidationFailed(
        'Administrators have all permissions: leave --permission out, or set --role standard.',
      );
    }
    if (await isUserEmailTaken(db, email, null)) throw new ValidationFailed(`There is a user ${email} already.`);
    const attributes = newUser({ email, fullName: name, role, permissions: permission });
    const { id } = await insertUser(db, organizationId, attributes, await hashPassword(password));
    if (json === true) print(JSON.stringify({ id, email, role, organization_id: organizationId, password: printed }));
    else if (printed !== null) print(printed);
  });
}

/** Names without `--name`: activity shows a name to others of the organization, who need not learn the address. */
const NAMES: Readonly<Record<User['role'], string>> = {
  system_admin: 'System administrator',
  organization_admin: 'Administrator',
  standard: 'User',
};

function emailArgument(text: string): string {
  const email = text.trim();
  if (isEmailAddress(email) && /^[!-~]+$/.test(email)) return email;
  throw new InvalidArgumentError('It must be an email address without an internationalized domain name.');
}

function permissionArgument(text: string, others: readonly Permission[] = []): readonly Permission[] {
  const permission = readPermission(text);
  if (permission !== null) return [...others, permission];
  throw new InvalidArgumentError('It must be a permission such as subscriber.import (docs/users.md#permissions).');
}
