import { setTimeout as delay } from 'node:timers/promises';
import type { BenchList } from './api-client.ts';
import type { Bench } from './bench.ts';
import { largeOrder } from './large-imports.ts';
import { latenciesOf, timed } from './latencies.ts';
import type { Latencies } from './latencies.ts';
import { startImport } from './timed-import.ts';

/** How long commands to a running import took to be answered. */
export interface LargeCommands {
  readonly pause: Latencies;
  readonly cancel: Latencies;
}

/** Pauses and continues large imports again and again, and cancels each of them. */
export async function timeCommands(bench: Bench, list: BenchList): Promise<LargeCommands> {
  const pauses: number[] = [];
  const cancels: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await startImport(bench.api, largeOrder(list, round % 2 === 0 ? 0 : 1, bench));
    const command = (name: string) => () => bench.api.post(`/subscriber_imports/${id}/${name}`, {});
    for (let pause = 0; pause < PAUSES; pause++) {
      await delay(RUNNING_MS, undefined, { signal: bench.signal });
      pauses.push(await timed(command('pause')));
      await command('unpause')();
    }
    await delay(RUNNING_MS, undefined, { signal: bench.signal });
    cancels.push(await timed(command('cancel')));
  }
  return { pause: latenciesOf(pauses), cancel: latenciesOf(cancels) };
}

const ROUNDS = 5;
const PAUSES = 4;
/** Long enough that ranges are being staged, or chunks merged, when the command comes. */
const RUNNING_MS = 700;
