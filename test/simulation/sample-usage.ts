import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { PARTS, readUsage } from '../bench/processes.ts';
import type { Part } from '../bench/processes.ts';

/** Processor time of an engine's processes over time. */
export interface UsageSamples {
  /** Processor seconds between two moments, in seconds of Unix time. */
  between(from: number, to: number): Record<Part, number>;
}

interface Sample {
  readonly at: number;
  readonly used: Record<Part, number>;
}

/** Reads every PAUSE_MS what the processes have used, until it is ended. */
export function sampleUsage(): { end(): Promise<UsageSamples> } {
  const samples: Sample[] = [];
  let isEnding = false;
  const take = async () => {
    const usage = await readUsage();
    const used = (part: Part) => usage?.[part]?.cpuSeconds ?? 0;
    samples.push({
      at: Date.now() / 1000,
      used: { worker: used('worker'), api: used('api'), postgres: used('postgres'), temporal: used('temporal') },
    });
  };
  const sampling = (async () => {
    while (!isEnding) {
      await take();
      await delay(PAUSE_MS);
    }
    await take();
  })();
  return {
    end: async () => {
      isEnding = true;
      await sampling;
      return {
        between: (from, to) => {
          const [begin, end] = [usedAt(samples, from), usedAt(samples, to)];
          const parts = PARTS.map((part) => [part, Math.max(0, end[part] - begin[part])]);
          return Object.fromEntries(parts) as Record<Part, number>;
        },
      };
    },
  };
}

const PAUSE_MS = 200;

/** Between two samples the use grows evenly. */
function usedAt(samples: readonly Sample[], at: number): Record<Part, number> {
  const next = samples.find((sample) => sample.at >= at) ?? samples.at(-1)!;
  const before = samples[samples.indexOf(next) - 1] ?? next;
  const share = next === before ? 1 : Math.min(1, Math.max(0, (at - before.at) / (next.at - before.at)));
  const parts = PARTS.map((part) => [part, before.used[part] + share * (next.used[part] - before.used[part])]);
  return Object.fromEntries(parts) as Record<Part, number>;
}

/** Processor seconds that this machine has used since it began, those that its host gave to others included. */
export async function readBusySeconds(): Promise<number> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  // In proc(5): user, nice, system, idle, iowait, irq, softirq, steal.
  const [user, nice, system, , , irq, softirq, steal] = line.split(/ +/).slice(1).map(Number);
  return [user, nice, system, irq, softirq, steal].reduce<number>((sum, ticks) => sum + (ticks ?? 0), 0) / 100;
}
