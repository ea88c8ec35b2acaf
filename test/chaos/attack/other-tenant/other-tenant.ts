import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Size } from '../../world/world.ts';
import type { Addresses } from '../service/tenants.ts';
import type { Seen } from './kinds.ts';

/** The tenant that uses the service during the attack. */
export interface OtherTenant {
  /** Counts what begins from now on as part of the phase. */
  begin(phase: string): void;
  /** Ends its work, and resolves to what it saw once its last import has ended. */
  end(): Promise<Seen>;
}

/** Starts the process of the other tenant, which does less in a short run. */
export async function startOtherTenant(addresses: Addresses, seed: string, size: Size): Promise<OtherTenant> {
  const file = fileURLToPath(new URL('./process.ts', import.meta.url));
  const child = spawn(process.execPath, [file, JSON.stringify(addresses), seed, size], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return {
    begin: (phase) => void child.send({ phase }),
    end: async () => {
      const answered = once(child, 'message') as Promise<[{ seen: Seen }]>;
      const died = once(child, 'exit').then(() => Promise.reject(new Error('The process of the other tenant ended.')));
      died.catch(() => undefined);
      child.send({ end: true });
      const [{ seen }] = await Promise.race([answered, died]);
      return seen;
    },
  };
}
