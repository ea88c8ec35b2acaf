import { readFile } from 'node:fs/promises';
import type { Attacked, Service } from './service.ts';
import { ATTACKED } from './service.ts';

const PAGE_BYTES = 4096;
const SAMPLE_MS = 250;

/** The most resident memory of each role in bytes, by phase; empty where there is no /proc, as on macOS. */
export type MemoryPeaks = Readonly<Record<string, Readonly<Partial<Record<Attacked, number>>>>>;

/** Samples the memory of the roles. */
export interface MemoryWatch {
  begin(phase: string): void;
  stop(): MemoryPeaks;
}

/** Begins to sample, in the phase `start`. */
export function watchMemory({ roles }: Service): MemoryWatch {
  const peaks: Record<string, Partial<Record<Attacked, number>>> = {};
  let phase = 'start';
  const sample = async (name: Attacked) => {
    const during = phase;
    const statm = await readFile(`/proc/${roles[name].pid}/statm`, 'utf8').catch(() => null);
    if (statm === null) return;
    const bytes = Number(statm.split(' ')[1]) * PAGE_BYTES;
    const ofPhase = (peaks[during] ??= {});
    ofPhase[name] = Math.max(ofPhase[name] ?? 0, bytes);
  };
  const timer = setInterval(() => void Promise.all(ATTACKED.map(sample)), SAMPLE_MS);
  return {
    begin: (name) => (phase = name),
    stop: () => {
      clearInterval(timer);
      return peaks;
    },
  };
}
