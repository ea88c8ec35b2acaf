import { setTimeout as delay } from 'node:timers/promises';
import type { BenchList } from './api-client.ts';
import type { Bench } from './bench.ts';
import { largeOrder } from './large-imports.ts';
import { latenciesOf, timed } from './latencies.ts';
import type { Latencies } from './latencies.ts';
import { readImport, startImport } from './timed-import.ts';
import type { ImportDetail } from './timed-import.ts';

/** Latencies of commands to a running import. */
export interface LargeCommands {
  readonly pause: Latencies;
  readonly cancel: Latencies;
}

/** Pauses and continues large imports again and again while ranges are staged or chunks merged, and cancels each of them. */
export async function timeCommands(bench: Bench, list: BenchList): Promise<LargeCommands> {
  const pauses: number[] = [];
  const cancels: number[] = [];
  const isReady = [isScanned, isMerging, isScanned, isMerging, isScanned];
  for (const [round, ready] of isReady.entries()) {
    const { id } = await startImport(bench.api, largeOrder(list, round % 2 === 0 ? 0 : 1, bench));
    const command = (name: string) => () => bench.api.post(`/subscriber_imports/${id}/${name}`, {});
    const runFor = (ms: number) => delay(ms, undefined, { signal: bench.signal });
    while (!ready(await readImport(bench.api, id))) await runFor(LOOK_MS);
    for (let pause = 0; pause < PAUSES; pause++) {
      await runFor(RUNNING_MS);
      pauses.push(await timed(command('pause')));
      await command('unpause')();
    }
    await runFor(RUNNING_MS);
    cancels.push(await timed(command('cancel')));
  }
  return { pause: latenciesOf(pauses), cancel: latenciesOf(cancels) };
}

const isScanned = ({ stats }: ImportDetail) => stats.number_of_records !== null;
const isMerging = ({ state }: ImportDetail) => state === 'importing';

const PAUSES = 4;
const LOOK_MS = 100;
/** Long enough that several tasks of the import are under way when the command comes. */
const RUNNING_MS = 700;
