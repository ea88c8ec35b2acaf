import { setTimeout as delay } from 'node:timers/promises';
import { falseBooks } from '../checks/books.ts';
import type { Size } from '../world/world.ts';
import type { Attack } from './attack.ts';
import { playAttack } from './hostile/play-attack.ts';
import type { AttackResult } from './hostile/tally.ts';
import type { Seen } from './other-tenant/kinds.ts';
import { startOtherTenant } from './other-tenant/other-tenant.ts';
import { watchMemory } from './service/memory-watch.ts';
import type { MemoryPeaks } from './service/memory-watch.ts';
import type { Attacked, Service } from './service/service.ts';
import { startService } from './service/service.ts';

/** What a run saw; `judge` says which promises did not hold. */
export interface AttackRun {
  readonly seed: string;
  readonly seconds: number;
  readonly results: Readonly<Record<string, AttackResult>>;
  readonly seen: Seen;
  readonly memory: MemoryPeaks;
  /** Books that do not add up at the end. */
  readonly falseBooks: readonly string[];
  readonly logs: string;
}

export interface AttackRunOptions {
  readonly seed: string;
  readonly size: Size;
  readonly attacks: readonly Attack[];
  /** No attack begins after it. */
  readonly minutes: number;
  readonly say: (line: string) => void;
}

/** The phase before the first attack, whose figures the others are compared with. */
export const ALONE = 'alone';

/** Starts the service, lets the other tenant use it alone for a while, and then plays one attack after the other. */
export async function runAttacks({ seed, size, attacks, minutes, say }: AttackRunOptions): Promise<AttackRun> {
  const began = Date.now();
  const service = await startService(say);
  const memory = watchMemory(service);
  const other = await startOtherTenant(service.addresses, seed);
  const begin = (phase: string) => {
    memory.begin(phase);
    other.begin(phase);
  };
  const results: Record<string, AttackResult> = {};
  try {
    await delay(size === 'full' ? 5_000 : 2_000);
    begin(ALONE);
    await delay(size === 'full' ? 60_000 : 10_000);
    for (const { name } of attacks) {
      if (Date.now() - began > minutes * 60_000) break;
      begin(name);
      say(`${name} ...`);
      const result = await playAttack(service.addresses, { name, seed, size });
      const ended = await endedRoles(service);
      results[name] = { ...result, broken: [...result.broken, ...ended] };
      begin(`after ${name}`);
      await delay(REST_MS);
    }
    const seen = await other.end();
    const books = await falseBooks(service.world);
    const seconds = (Date.now() - began) / 1000;
    return { seed, seconds, results, seen, memory: memory.stop(), falseBooks: books, logs: service.world.dir };
  } finally {
    memory.stop();
    await service.close({ keep: true });
  }
}

const REST_MS = 2_000;
const HEALTH_LIMIT_MS = 30_000;

/** Starts roles that an attack has ended or hung, for the attacks after it. @returns a sentence for each */
async function endedRoles(service: Service): Promise<string[]> {
  const isHung = await fetch(`${service.addresses.apiUrl}/healthz`, { signal: AbortSignal.timeout(HEALTH_LIMIT_MS) })
    .then(({ status }) => status !== 200)
    .catch(() => true);
  const hung: Attacked[] = isHung && !service.roles.api.hasEnded() ? ['api'] : [];
  const revived = await service.revive(hung);
  return revived.map((name) =>
    hung.includes(name)
      ? `the ${name} did not answer for ${HEALTH_LIMIT_MS / 1000} s after the attack`
      : `the process of the ${name} ended`,
  );
}
