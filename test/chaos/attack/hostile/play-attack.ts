import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Size } from '../../world/world.ts';
import type { Addresses } from '../service/tenants.ts';
import type { AttackResult } from './tally.ts';

/** An attack that runs for longer hangs, and is ended; the longest one takes some 250 s on a slow machine. */
const LIMIT_MS = 600_000;

/** Plays an attack in a process of its own; what is still open when it ends is closed with it. */
export async function playAttack(
  addresses: Addresses,
  { name, seed, size }: { name: string; seed: string; size: Size },
): Promise<AttackResult> {
  const file = fileURLToPath(new URL('./process.ts', import.meta.url));
  const child = spawn(process.execPath, [file, JSON.stringify(addresses), name, seed, size], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  const answered = once(child, 'message') as Promise<[AttackResult]>;
  const ended = once(child, 'exit');
  const [result] = await Promise.race([answered, ended.then(() => [null])]);
  await ended;
  clearTimeout(timer);
  return result ?? { figures: {}, slowestMs: LIMIT_MS, broken: [`the attack was not over after ${LIMIT_MS / 1000} s`] };
}
