import { modulePath } from '../platform/own-module.ts';

/** The processes of the service, apart from its servers. */
export type RoleName = keyof typeof ROLE_FILES;

/** The scripts of the roles. */
export const ROLE_FILES = {
  worker: modulePath('../roles/worker-process', import.meta.url),
  api: modulePath('../../api/server', import.meta.url),
  ftp: modulePath('../roles/ftp', import.meta.url),
} as const;

/** The arguments of Node that run the script of a role: what its threads load first, limits of its heaps, and the script. */
export function roleArguments(file: string): string[] {
  return [...(file === ROLE_FILES.worker ? WITHOUT_PROMISE_STACKS : []), ...heapOf(file), file];
}

function heapOf(file: string): readonly string[] {
  if (file === ROLE_FILES.api) return API_HEAP;
  return file === ROLE_FILES.worker ? WORKER_HEAPS : SMALL_YOUNG_GENERATION;
}

/**
 * Young generations of 16 MiB, V8's own choice, make a worker 80 MiB larger at its peak and no faster; with 2 MiB it took
 * 260 MiB for 10,000,000 rows, with 1 MiB 231 and 254 (measured).
 */
const SMALL_YOUNG_GENERATION = ['--max-semi-space-size=1'];

/**
 * V8 lets a heap grow to several times of what lives in it before it collects old garbage. A worker has five heaps, each of a
 * thread, and took 457 MiB for files whose every row fails; when a heap is collected that has grown by 30 % and has 32 MiB, it
 * took 259. With 16 MiB, and threads that collect the garbage of their buffers, it takes 311 in place of 378 for twelve large
 * files in other encodings at once (measured).
 */
const WORKER_HEAPS = [
  ...SMALL_YOUNG_GENERATION,
  '--heap-growing-percent=30',
  '--initial-old-space-size=16',
  '--expose-gc',
];

const WITHOUT_PROMISE_STACKS = ['--import', new URL('../roles/no-promise-stacks.js', import.meta.url).href];

/**
 * An API has one heap, with many short-lived records: with a young generation of 8 MiB in place of 1 a call takes a quarter less
 * processor time. V8 leaves the more garbage the more a heap may have. With 1 GiB in place of 4, its own choice on a machine
 * of 24 GiB, the API took 259 in place of 430 MiB for large records (measured).
 */
const API_HEAP = ['--max-semi-space-size=8', '--max-old-space-size=1024'];

/**
 * glibc keeps a heap per thread and gives little of it back: two heaps spare a worker a tenth of its memory, and large
 * blocks of their own, which are returned immediately, another fifth (299 to 233 MiB at 1,500,000 rows, measured). Other C libraries
 * ignore these variables.
 */
export const ROLE_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;
