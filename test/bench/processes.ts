import { readdir, readFile, writeFile } from 'node:fs/promises';

/** The parts of a running engine whose use of the machine is told apart. */
export const PARTS = ['worker', 'api', 'postgres', 'temporal'] as const;
export type Part = (typeof PARTS)[number];

/** Processor time and memory of the processes of one part. */
export interface PartUsage {
  /** Of the part's one process, or of the one that started the others. */
  readonly pid: number;
  /** User and system time since the processes began, those of ended children included. */
  readonly cpuSeconds: number;
  /** Most memory of one process since resetPeaks, in bytes. */
  readonly peakRssBytes: number;
}

export type Usage = Partial<Record<Part, PartUsage>>;

/** Reads what the engine started by this process uses; null where there is no /proc, as on macOS. */
export async function readUsage(): Promise<Usage | null> {
  const found = await readParts();
  if (found === null) return null;
  const usage: Usage = {};
  for (const { part, process } of found) {
    const peakRssBytes = await readPeak(process.pid);
    const before = usage[part];
    // Numbers of processes start anew at some point, so the first one need not have the lowest.
    const isFirst = !found.some((other) => other.part === part && other.process.pid === process.parent);
    usage[part] = {
      pid: isFirst || before === undefined ? process.pid : before.pid,
      cpuSeconds: (before?.cpuSeconds ?? 0) + process.ownSeconds + (part === 'postgres' ? process.endedSeconds : 0),
      peakRssBytes: Math.max(before?.peakRssBytes ?? 0, peakRssBytes),
    };
  }
  return usage;
}

/** Returns the usage between two readings; null when one of them is null. Peaks are those of the later reading. */
export function usageBetween(before: Usage | null, after: Usage | null): Usage | null {
  if (before === null || after === null) return null;
  const entries = PARTS.flatMap((part) => {
    const now = after[part];
    if (now === undefined) return [];
    return [[part, { ...now, cpuSeconds: now.cpuSeconds - (before[part]?.cpuSeconds ?? 0) }] as const];
  });
  return Object.fromEntries(entries);
}

/** Makes the kernel forget the peaks so far, so that each import has one of its own. */
export async function resetPeaks(): Promise<void> {
  for (const { process } of (await readParts()) ?? []) {
    await writeFile(`/proc/${process.pid}/clear_refs`, RESET_PEAK).catch(ignoreEnded);
  }
}

const RESET_PEAK = '5';
const TICKS_PER_SECOND = 100;

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly ownSeconds: number;
  readonly endedSeconds: number;
}

async function readParts(): Promise<{ part: Part; process: ProcessEntry }[] | null> {
  const entries = await readProcesses();
  if (entries === null) return null;
  const byPid = new Map(entries.map((entry) => [entry.pid, entry]));
  const isOurs = (entry: ProcessEntry | undefined): boolean =>
    entry !== undefined && (entry.parent === process.pid || isOurs(byPid.get(entry.parent)));
  return entries.flatMap((entry) => {
    const part = PARTS.find((name) => PATTERNS[name].test(entry.command));
    return part !== undefined && isOurs(entry) ? [{ part, process: entry }] : [];
  });
}

/** Backends of Postgres rewrite their command line, and say what they do in it. */
const PATTERNS: Readonly<Record<Part, RegExp>> = {
  worker: /\bengine\/roles\/worker-process\.ts$/,
  api: /\bapi\/server\.ts$/,
  postgres: /^postgres: |\/postgres /,
  temporal: /\btemporal\S* server start-dev/,
};

async function readProcesses(): Promise<ProcessEntry[] | null> {
  const names = await readdir('/proc').catch(() => null);
  if (names === null) return null;
  const entries = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readProcess));
  return entries.filter((entry) => entry !== null);
}

async function readProcess(pid: string): Promise<ProcessEntry | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
    // The name in parentheses may hold spaces; behind it the numbers begin with the state, field 3 of proc(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const seconds = (field: number) => Number(fields[field - 3]) / TICKS_PER_SECOND;
    return {
      pid: Number(pid),
      parent: Number(fields[1]),
      command,
      ownSeconds: seconds(14) + seconds(15),
      endedSeconds: seconds(16) + seconds(17),
    };
  } catch (error) {
    return ignoreEnded(error);
  }
}

async function readPeak(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(ignoreEnded);
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status ?? '')?.[1] ?? 0) * 1024;
}

function ignoreEnded(error: unknown): null {
  if (error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH', 'EACCES'].includes(String(error.code))) {
    return null;
  }
  throw error;
}
