import { TYPESCRIPT_ARGS } from '../embedded/host-process.ts';

/**
 * What Node is called with to run the script of a role. Young generations of 16 MiB, V8's own choice, make a worker 80 MiB
 * larger at its peak and no faster; with 2 MiB it took 260 MiB for 10,000,000 rows, with 1 MiB 231 and 254 (measured).
 */
export function roleArguments(file: string): string[] {
  const isWorker = file.endsWith('run-worker.js');
  return [
    '--max-semi-space-size=1',
    ...(isWorker ? WORKER_HEAPS : []),
    ...(file.endsWith('.ts') ? TYPESCRIPT_ARGS : []),
    file,
  ];
}

/**
 * V8 lets a heap grow to several times of what lives in it before it collects old garbage. A worker has five heaps, each of a
 * thread, and took 457 MiB for files whose every row fails; now a heap is collected when it has grown by 30 % and has 32 MiB,
 * and the worker takes 259 (measured).
 */
const WORKER_HEAPS = ['--heap-growing-percent=30', '--initial-old-space-size=32'];

/**
 * glibc keeps a heap per thread and gives little of it back: two heaps spare a worker a tenth of its memory, and large
 * blocks of their own, which go back at once, another fifth (299 to 233 MiB at 1,500,000 rows, measured). Other C libraries
 * do not look at it.
 */
export const ROLE_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;
