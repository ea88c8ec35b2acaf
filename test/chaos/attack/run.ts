import { join } from 'node:path';
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
import { falseLogLines, faultsOfCalls } from './service/log-lines.ts';

/** Attacks played one after the other against one service, which another tenant uses all the while. */
export interface AttackRun {
  /** Plays one attack. @returns its result, with a sentence for each process that it ended or hung */
  play(attack: Attack): Promise<AttackResult>;
  /** Ends the work of the other tenant, and reads what the run has seen. */
  end(): Promise<AttackReport>;
  /** Stops the service; `keep` leaves its logs and data in their folder. */
  close(options: { keep: boolean }): Promise<void>;
}

/** Observations of a run; `judge` finds the promises that did not hold. */
export interface AttackReport {
  readonly seed: string;
  readonly seconds: number;
  readonly results: Readonly<Record<string, AttackResult>>;
  readonly seen: Seen;
  readonly memory: MemoryPeaks;
  /** Books that do not add up at the end. */
  readonly falseBooks: readonly string[];
  /** Lines of the logs that should not be there. */
  readonly falseLogLines: readonly string[];
  /** Calls that failed inside the service, by their cause in its log. */
  readonly faults: Readonly<Record<string, number>>;
  /** The folder of the logs. */
  readonly logs: string;
}

export interface AttackRunOptions {
  readonly seed: string;
  readonly size: Size;
  readonly say: (line: string) => void;
}

/** The phase before the first attack, whose figures the others are compared with. */
export const ALONE = 'alone';

/** Starts the service, and lets the other tenant use it alone for a while. Short runs, which measure nothing, skip that. */
export async function beginAttacks({ seed, size, say }: AttackRunOptions): Promise<AttackRun> {
  const began = Date.now();
  const service = await startService(say);
  const memory = watchMemory(service);
  const close: AttackRun['close'] = async (options) => {
    memory.stop();
    await service.close(options);
  };
  try {
    const other = await startOtherTenant(service.addresses, seed, size);
    const begin = (phase: string) => {
      memory.begin(phase);
      other.begin(phase);
    };
    await delay(size === 'full' ? WARM_UP_MS : 0);
    begin(ALONE);
    await delay(size === 'full' ? ALONE_MS : 0);
    const results: Record<string, AttackResult> = {};
    return {
      play: async ({ name }) => {
        begin(name);
        const result = await playAttack(service.addresses, { name, seed, size });
        const ended = await endedRoles(service);
        const played = { ...result, broken: [...result.broken, ...ended] };
        results[name] = played;
        begin(`after ${name}`);
        await delay(size === 'full' ? REST_MS : 0);
        return played;
      },
      end: async () => {
        const seen = await other.end();
        const books = await falseBooks(service.world);
        const lines = await falseLogLines(join(service.world.dir, 'logs'));
        const seconds = (Date.now() - began) / 1000;
        return {
          seed,
          seconds,
          results,
          seen,
          memory: memory.stop(),
          falseBooks: books,
          falseLogLines: lines,
          faults: await faultsOfCalls(join(service.world.dir, 'logs')),
          logs: service.world.dir,
        };
      },
      close,
    };
  } catch (error) {
    await close({ keep: true });
    throw error;
  }
}

const WARM_UP_MS = 5_000;
const ALONE_MS = 60_000;
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
