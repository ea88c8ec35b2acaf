import { fileURLToPath } from 'node:url';
import { startEngine } from '../../engine/cli/engine.ts';
import { createStopSignal } from '../../engine/cli/stop-signal.ts';
import { loadConfig } from '../../engine/platform/config.ts';

// Runs an engine with stand-in roles in a process that a test can end in every way. Tells its addresses when it serves.

const script = process.env['STAND_IN_FAILS'] === 'yes' ? './failing-role.ts' : './stand-in-role.ts';
const role = fileURLToPath(new URL(script, import.meta.url));
const stop = createStopSignal(() => process.send?.({ stopping: true }));
// The test is gone, perhaps killed: the engine stops as if it had been asked to.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
try {
  const engine = await startEngine(loadConfig(), {
    scripts: { worker: role, api: role },
    signal: stop,
  });
  process.send?.(engine);
  if (!stop.aborted) await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }));
  await engine.stop();
  process.exit(0);
} catch (error) {
  process.send?.({ failed: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
