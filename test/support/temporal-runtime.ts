import { DefaultLogger, Runtime } from '@temporalio/worker';

/** Sets up the part of Temporal's SDK that a process has once, for all test files that the process runs. */
export function installTemporalRuntime(): void {
  const holder = globalThis as { [INSTALLED]?: true };
  if (holder[INSTALLED] === true) return;
  holder[INSTALLED] = true;
  // Tests terminate workflows, kill workers and replay what must be refused; the SDK's core would write that past any logger.
  const logger = new DefaultLogger('ERROR', () => undefined);
  Runtime.install({ logger, telemetryOptions: { logging: { filter: 'OFF' } } });
}

const INSTALLED = Symbol.for('sluice.test.temporal-runtime');
