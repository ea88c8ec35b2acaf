import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { withoutForeignSecrets } from './role-environment.ts';
import { ROLE_FILES, roleArguments } from './role-process.ts';
import type { RoleName } from './role-process.ts';
import type { Environment } from '../platform/child-environment.ts';
import { ConfigurationError } from '../platform/errors.ts';
import { readEngineFile } from './engine-file.ts';

/**
 * Runs a role with its memory settings, which Node only takes at its start. The role replaces this process where Node can do
 * that (not on Windows); elsewhere it is a child: signals are passed on, and its exit code is that of this process. It works with the
 * servers of the settings, or with those of the engine that runs on DATA_DIR.
 */
export async function runRole(name: RoleName): Promise<void> {
  const args = roleArguments(ROLE_FILES[name]);
  const env = withoutForeignSecrets(name, await withEngineServers(process.env));
  const { execve } = process as ReplaceableProcess;
  if (execve !== undefined) return execve.call(process, process.execPath, [process.execPath, ...args], env);
  // In a group of its own, so that Ctrl-C reaches it once.
  const child = spawn(process.execPath, args, { env, stdio: 'inherit', detached: true });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => {
    process.exit(code ?? SIGNALLED + constants.signals[signal ?? 'SIGTERM']);
  });
}

/** Shells report the end of a process by a signal as 128 and the number of the signal. */
const SIGNALLED = 128;

interface ReplaceableProcess {
  readonly execve?: (file: string, args: readonly string[], env: NodeJS.ProcessEnv) => void;
}

/**
 * The environment of a role, with the servers of the engine that runs on DATA_DIR where neither DATABASE_URL nor TEMPORAL_ADDRESS is set:
 * so `npx sluice worker` adds a worker to `npx sluice start`. Unchanged when no engine runs there.
 */
async function withEngineServers(env: Environment): Promise<Environment> {
  const isSet = (name: string) => (env[name]?.trim() ?? '') !== '';
  if (isSet('DATABASE_URL') || isSet('TEMPORAL_ADDRESS')) return env;
  try {
    const dataDir = resolve(isSet('DATA_DIR') ? (env['DATA_DIR']?.trim() ?? '') : '.data');
    const { databaseUrl, temporalAddress, temporalNamespace } = await readEngineFile(dataDir);
    return {
      ...env,
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporalAddress,
      TEMPORAL_NAMESPACE: temporalNamespace,
    };
  } catch (error) {
    // The role says what it needs.
    if (error instanceof ConfigurationError) return env;
    throw error;
  }
}
