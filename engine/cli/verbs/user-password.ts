import { Command } from 'commander';
import { replaceForgotten } from '../../accounts/password-reset.ts';
import { lockUserByEmail } from '../../db/accounts/users.ts';
import { SluiceError } from '../../platform/errors.ts';
import { hashPassword } from '../../secrets/password-hash.ts';
import { enteredPassword } from '../entered-password.ts';
import { withVerbContext } from '../verb-context.ts';

interface Options {
  readonly passwordStdin?: true;
}

/** `sluice user:password <email>`: sets another password, and prints only a generated one to stdout. */
export function userPassword(): Command {
  return new Command('user:password')
    .description('set another password for a user, end the sessions, and let the user in if locked out')
    .argument('<email>', 'address of the user')
    .option('--password-stdin', 'read the password from standard input instead of generating one')
    .action(change);
}

function change(email: string, options: Options): Promise<void> {
  return withVerbContext(async ({ database, print }) => {
    const { password, printed } = await enteredPassword(options.passwordStdin === true);
    const passwordHash = await hashPassword(password);
    const db = await database();
    await db.transaction(async (transaction) => {
      const id = await lockUserByEmail(transaction, email.trim());
      if (id === null) {
        throw new SluiceError('not_found', `No user has the address ${email}: create one with npx sluice user:create.`);
      }
      await replaceForgotten(transaction, id, passwordHash);
    });
    if (printed !== null) print(printed);
  });
}
