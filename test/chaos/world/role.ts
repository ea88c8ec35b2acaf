import { closeSync, openSync } from 'node:fs';
import { spawnRole } from '../../support/role.ts';
import type { Role, RoleName, RoleOptions } from '../../support/role.ts';

/** Starts a role that writes into a file, and resolves when it serves. @throws Error when it ends before */
export async function startRole(name: RoleName, options: Omit<RoleOptions, 'output'>, logFile: string): Promise<Role> {
  const output = openSync(logFile, 'a');
  const role = spawnRole(name, { ...options, output });
  closeSync(output);
  await role.ready;
  return role;
}

/** Asks a role to end. @throws Error when it does not end well */
export async function stopWell(role: Role): Promise<void> {
  const code = await role.stop();
  if (code !== 0) throw new Error(`A role stopped with ${code === null ? 'a signal' : `exit code ${code}`}.`);
}
