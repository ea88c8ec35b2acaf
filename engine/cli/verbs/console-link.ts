import { Command, Option } from 'commander';
import { createConsoleLink, createUserLink } from '../../accounts/console-link.ts';
import { SluiceError } from '../../platform/errors.ts';
import { wholeNumberArgument } from '../arguments.ts';
import { withVerbContext } from '../verb-context.ts';
import type { Config } from '../../platform/config.ts';

/** `sluice console`: prints a link that signs a browser in to the console, once. */
export function consoleLink(): Command {
  return new Command('console')
    .description('print a link that signs in to the console once, within 10 minutes')
    .option(
      '--key <id>',
      'API key that the browser gets; default: the first one of a system administrator',
      wholeNumberArgument(1),
    )
    .addOption(new Option('--user <email>', 'user who is signed in, instead of an API key').conflicts('key'))
    .action(({ key, user }: { readonly key?: number; readonly user?: string }) =>
      user === undefined ? printKeyLink(key ?? null) : printUserLink(user),
    );
}

function printUserLink(email: string): Promise<void> {
  return withVerbContext(async ({ config, database, print }) => {
    const fragment = await createUserLink(await database(), email);
    if (fragment === null) {
      throw new SluiceError(
        'not_found',
        `No active user has the address ${email}: create one with npx sluice user:create.`,
      );
    }
    print(`${consoleUrl(config)}${fragment}`);
  });
}

function printKeyLink(keyId: number | null): Promise<void> {
  return withVerbContext(async ({ config, database, print }) => {
    const fragment = await createConsoleLink(await database(), keyId);
    if (fragment === null) {
      const which = keyId === null ? 'of a system administrator' : `with the id ${keyId}`;
      throw new SluiceError(
        'not_found',
        `There is no active API key ${which} that can be shown: create one with npx sluice key:create.`,
      );
    }
    print(`${consoleUrl(config)}${fragment}`);
  });
}

/** The address of the console for a browser: below PUBLIC_URL, SLUICE_URL, or the port of the API on this machine. */
function consoleUrl({ publicUrl, sluiceUrl, port }: Config): string {
  const service = publicUrl ?? sluiceUrl?.replace(/\/(?:ga\/api\/v2\/?)?$/, '') ?? `http://127.0.0.1:${port}`;
  return `${service}/console/`;
}
