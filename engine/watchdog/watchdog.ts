import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';

/** Notes that something has begun; the function it returns notes the end. */
export type NoteUnderWay = (name: string) => () => void;

/** Ends a process whose event loop is blocked, so that its parent starts it again. */
export interface Watchdog {
  readonly underWay: NoteUnderWay;
  /** Begins to watch; the process is done with starting. */
  start(): void;
}

/** Role in the log, and how many milliseconds the event loop may be blocked; 0 disables the watchdog. */
export interface WatchdogOptions {
  readonly role: string;
  readonly limitMs: number;
}

/**
 * Creates the watchdog of a process that a parent restarts; in other processes it does nothing, as the probes of the
 * platform do its work there. Nor does it end a process that a debugger has stopped.
 */
export function createWatchdog({ role, limitMs }: WatchdogOptions): Watchdog {
  if (limitMs === 0 || process.send === undefined || debuggerUrl() !== undefined) return IDLE;
  const cells = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * (MOST_NAMES + 1)));
  const places = new Map<string, number>();
  let thread: Worker | null = null;

  const placeOf = (name: string) => {
    const known = places.get(name);
    if (known !== undefined || places.size === MOST_NAMES) return known;
    places.set(name, places.size + 1);
    thread?.postMessage(name);
    return places.size;
  };
  return {
    underWay: (name) => {
      const place = placeOf(name);
      if (place === undefined) return () => undefined;
      Atomics.add(cells, place, 1);
      return () => void Atomics.sub(cells, place, 1);
    },
    start: () => {
      const tickMs = Math.ceil(limitMs / TICKS);
      const workerData = { cells, names: [...places.keys()], role, limitMs, tickMs };
      // Without the flags of this process, which are for its other threads.
      thread = new Worker(new URL('./watch-thread.js', import.meta.url), { workerData, execArgv: [] });
      thread.on('error', () => undefined).unref();
      setInterval(() => Atomics.add(cells, 0, 1), tickMs / 2).unref();
    },
  };
}

const TICKS = 20;
const MOST_NAMES = 1_000;
const IDLE: Watchdog = { underWay: () => () => undefined, start: () => undefined };
