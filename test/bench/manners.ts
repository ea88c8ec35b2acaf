import { setTimeout as delay } from 'node:timers/promises';
import type { BenchList } from './api-client.ts';
import type { Bench } from './bench.ts';
import { latenciesOf } from './latencies.ts';
import type { Latencies } from './latencies.ts';
import { startProbes } from './probes.ts';
import type { Probes, ProbeTimes } from './probes.ts';

/** Latencies of other clients' calls, and the oldest transaction, while a large job runs. */
export interface Manners {
  /** A call without a credential, which is refused at once: what is left of the machine for anybody. */
  readonly refusal: Latencies;
  /** GET of an import's detail. */
  readonly detail: Latencies;
  /** GET of a subscriber by email. */
  readonly byEmail: Latencies;
  /** Another client's update of a subscriber. */
  readonly update: Latencies;
  readonly oldestTransaction: Transaction;
}

/** A transaction when it was seen the oldest: its age, the beginning of its statement, and what that waited for. */
export interface Transaction {
  readonly seconds: number;
  readonly statement: string;
  readonly waits: string | null;
}

/** Latencies of other clients, and the times of all their calls. */
export interface Watched {
  readonly manners: Manners;
  readonly times: ProbeTimes;
}

/** Subjects of other clients' calls: a list whose subscribers they look up and update, and an import that they read. */
export interface Others {
  readonly list: BenchList;
  /** The list holds at least so many of the bench's rows. */
  readonly rows: number;
  readonly importId: number;
}

/**
 * Measures how others fare while `work` is done, which may have them read another import; what was watched earlier, if
 * anything, counts as well.
 */
export async function watchManners<Result>(
  { apiUrl, apiKey, pool }: Bench,
  { importId, list, rows }: Others,
  work: (probes: Probes) => Promise<Result>,
  earlier: Watched | undefined = undefined,
): Promise<Watched & { readonly result: Result }> {
  const probes = await startProbes({ apiUrl, apiKey, listId: list.id, rows }, importId);
  const transactions = watchTransactions(pool);
  try {
    const result = await work(probes);
    const times = joined(await probes.end(), earlier?.times);
    const oldestTransaction = older(transactions.oldest(), earlier?.manners.oldestTransaction);
    return { result, times, manners: { ...mannersOf(times), oldestTransaction } };
  } finally {
    probes.stop();
    await transactions.stop();
  }
}

function joined(times: ProbeTimes, earlier: ProbeTimes | undefined): ProbeTimes {
  return each((name) => [...(earlier?.[name] ?? []), ...times[name]]);
}

function mannersOf(times: ProbeTimes): Omit<Manners, 'oldestTransaction'> {
  return each((name) => latenciesOf(times[name]));
}

function each<Value>(make: (name: keyof ProbeTimes) => Value): Record<keyof ProbeTimes, Value> {
  return { refusal: make('refusal'), detail: make('detail'), byEmail: make('byEmail'), update: make('update') };
}

function older(one: Transaction, other: Transaction | undefined): Transaction {
  return other !== undefined && other.seconds > one.seconds ? other : one;
}

/** Samples the oldest transaction of the service until it is stopped. */
export function watchTransactions(pool: Bench['pool']) {
  let oldest: Transaction = { seconds: 0, statement: '', waits: null };
  let isStopped = false;
  const watch = async () => {
    while (!isStopped) {
      const { rows } = await pool.query<Transaction>(OLDEST);
      oldest = older(oldest, rows[0]);
      await delay(SAMPLE_MS);
    }
  };
  const watching = watch();
  const stop = async () => {
    isStopped = true;
    await watching;
  };
  return { stop, oldest: () => oldest };
}

const SAMPLE_MS = 100;

/** Of the service's own connections: neither this bench's nor the vacuum's. */
const OLDEST = `
  select extract(epoch from clock_timestamp() - xact_start)::float8 as seconds,
         left(regexp_replace(query, '\\s+', ' ', 'g'), 80) as statement,
         wait_event_type || ' ' || wait_event as waits
    from pg_stat_activity
   where backend_type = 'client backend' and application_name <> 'sluice-bench' and xact_start is not null
   order by xact_start
   limit 1`;
