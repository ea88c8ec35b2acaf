import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RoleName } from '../../support/role.ts';
import { until } from '../until.ts';
import type { World } from './world.ts';

/** Log lines of a role's processes from now on. */
export interface RoleLog {
  /** Waits until a line has the text. */
  untilSaid(text: string): Promise<void>;
}

/** Begins at the end of the log of a role. */
export async function followLog({ dir }: World, name: RoleName): Promise<RoleLog> {
  const path = join(dir, 'logs', `${name}.log`);
  const read = () => readFile(path, 'utf8').catch(() => '');
  const before = (await read()).length;
  return {
    untilSaid: async (text) => {
      const said = async () => (await read()).slice(before).includes(text) || null;
      await until(`a ${name} says "${text}"`, said, { limitMs: SAID_WITHIN_MS, everyMs: 200 });
    },
  };
}

/** A busy machine takes some seconds to start a process. */
const SAID_WITHIN_MS = 60_000;
