import { readFile } from 'node:fs/promises';
import type { Role } from '../../support/role.ts';

const PAGE_BYTES = 4096;

/** Resident memory of a process, sampled in equal intervals. */
export interface MemorySamples {
  /** The medians of the first and of the last third, in bytes. */
  thirds(): { readonly first: number; readonly last: number };
  stop(): void;
}

/** Samples the memory of a role; null where there is no /proc, as on macOS. */
export async function sampleMemory({ pid }: Role, everyMs: number): Promise<MemorySamples | null> {
  if ((await residentBytes(pid)) === null) return null;
  const samples: number[] = [];
  const timer = setInterval(() => {
    void residentBytes(pid).then((bytes) => bytes !== null && samples.push(bytes));
  }, everyMs);
  return {
    thirds: () => {
      const third = Math.floor(samples.length / 3);
      return { first: median(samples.slice(0, third)), last: median(samples.slice(-third)) };
    },
    stop: () => clearInterval(timer),
  };
}

async function residentBytes(pid: number): Promise<number | null> {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => null);
  return pages === null ? null : Number(pages.split(' ')[1]) * PAGE_BYTES;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
