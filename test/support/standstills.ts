const TICK_MS = 1_000;
/** Longer than a busy machine keeps a process waiting: the machine was stopped, or gave its time to others. */
const STANDSTILL_MS = 20_000;

/**
 * The times at which this process could not run for 20 seconds and more. Whatever tests wait for with a limit may fail then, all at the
 * same moment, and says nothing about the project.
 */
export class Standstills {
  /** A line for each; `.ci/run` looks for them. */
  readonly lines: string[] = [];

  /** Looks once a second; does not keep the process alive. */
  watch(): void {
    let last = Date.now();
    setInterval(() => {
      const now = Date.now();
      if (now - last > STANDSTILL_MS) this.lines.push(lineOf(last, now));
      last = now;
    }, TICK_MS).unref();
  }
}

function lineOf(from: number, to: number): string {
  return `Stood still for ${Math.round((to - from) / 1_000)} s until ${new Date(to).toISOString()}.`;
}
