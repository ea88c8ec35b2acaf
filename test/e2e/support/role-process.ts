import { onTestFinished } from 'vitest';
import type { Config } from '../../../engine/platform/config.ts';
import { configEnvironment } from '../../../engine/platform/config-environment.ts';
import { spawnRole } from '../../support/role.ts';
import type { Role, RoleName } from '../../support/role.ts';

/** Starts a role and resolves when it serves; it is killed at the end of the test at the latest. What it writes is passed on. */
export async function startRoleProcess(
  name: RoleName,
  config: Config,
  onOutput: (text: string) => void = (text) => void process.stderr.write(text),
): Promise<Role> {
  const role = spawnRole(name, { env: configEnvironment(config), output: onOutput });
  onTestFinished(role.kill);
  await role.ready;
  return role;
}
