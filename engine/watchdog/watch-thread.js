import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

// Plain JavaScript, so that the thread needs no loader. It looks at a counter that the event loop of its process raises.

/**
 * The first cell counts the turns of the event loop, every other one how often the name at its place is under way.
 * @typedef {{ cells: Int32Array, names: string[], role: string, limitMs: number, tickMs: number }} Watched
 */
/** @type {unknown} */
const given = workerData;
const { cells, names, role, limitMs, tickMs } = /** @type {Watched} */ (given);
const MOST_NAMED = 20;

let turns = -1;
let blockedMs = 0;
let lookedAt = performance.now();

parentPort?.on('message', (name) => names.push(String(name)));
setInterval(() => {
  const now = performance.now();
  const passedMs = now - lookedAt;
  lookedAt = now;
  const turnsNow = Atomics.load(cells, 0);
  // A thread that was late itself was stopped or had no processor, and so may have had the event loop.
  if (turnsNow !== turns || passedMs > 2 * tickMs) {
    turns = turnsNow;
    blockedMs = 0;
    return;
  }
  blockedMs += passedMs;
  if (blockedMs >= limitMs) end();
}, tickMs);

function end() {
  const underWay = names.filter((_, index) => Atomics.load(cells, index + 1) > 0).slice(0, MOST_NAMED);
  const line = {
    level: 60,
    time: new Date().toISOString(),
    role,
    blockedMs: Math.round(blockedMs),
    underWay,
    msg: 'the event loop is blocked: ending this process, to be restarted',
  };
  try {
    // process.stdout would need the blocked event loop.
    writeSync(1, `${JSON.stringify(line)}\n`);
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}
