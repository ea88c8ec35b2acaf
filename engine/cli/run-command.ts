import { SluiceError } from '../platform/errors.ts';
import { createStopSignal } from './stop-signal.ts';

/**
 * Runs a command until it ends or is stopped by a signal, and ends the process: 0 when it ended or was stopped, 1 with the
 * fault's sentence on stderr when it failed.
 */
export function runCommand(command: (stop: AbortSignal, say: (line: string) => void) => Promise<void>): void {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const stop = createStopSignal(() => say('Stopping; this takes up to 15 seconds.'));
  command(stop, say).then(
    () => process.exit(0),
    (error: unknown) => {
      if (error instanceof Error && error.name === 'AbortError') process.exit(0);
      const text = error instanceof SluiceError ? error.message : String((error as Error).stack ?? error);
      process.stderr.write(`${text}\n`);
      process.exit(1);
    },
  );
}
