import { setTimeout as delay } from 'node:timers/promises';
import { API_PREFIX } from '../../api/http/prefix.ts';
import type { BenchList } from './api-client.ts';
import type { Bench } from './bench.ts';
import { whileProbing } from './latencies.ts';
import type { Latencies, Times } from './latencies.ts';
import { benchRow } from './rows.ts';

/** How others fare while a large job runs. */
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

/** Whom the probes call. */
export interface Probed {
  readonly importId: () => number;
  /** Where subscribers are looked up and updated. */
  readonly list: BenchList;
  /** The list holds at least so many of the bench's rows. */
  readonly rows: number;
}

/** How others fared, and every call of theirs. */
export interface Watched {
  readonly manners: Manners;
  readonly times: Times<'refusal' | 'detail' | 'byEmail' | 'update'>;
}

/** Measures how others fare while `work` is done; what was watched earlier, if anything, counts as well. */
export async function watchManners<Result>(
  { api, apiUrl, pool, signal }: Bench,
  { importId, list, rows }: Probed,
  work: () => Promise<Result>,
  earlier: Watched | undefined = undefined,
): Promise<Watched & { readonly result: Result }> {
  const someone = () => encodeURIComponent(benchRow(Math.floor(Math.random() * rows), 0).email);
  const subscriber = { subscribe_ip: '192.0.2.1' };
  const probes = {
    refusal: async () => (await fetch(`${apiUrl}${API_PREFIX}/mailing_lists`, { signal })).text(),
    detail: () => api.get(`/subscriber_imports/${importId()}`),
    byEmail: () => api.get(`/mailing_lists/${list.id}/subscribers_by_email/${someone()}`),
    update: () => api.put(`/mailing_lists/${list.id}/subscribers/${someone()}`, { subscriber }),
  };
  const transactions = watchTransactions(pool);
  const { result, times, latencies } = await whileProbing(probes, work, earlier?.times).finally(transactions.stop);
  const oldestTransaction = older(transactions.oldest(), earlier?.manners.oldestTransaction);
  return { result, times, manners: { ...latencies, oldestTransaction } };
}

function older(one: Transaction, other: Transaction | undefined): Transaction {
  return other !== undefined && other.seconds > one.seconds ? other : one;
}

function watchTransactions(pool: Bench['pool']) {
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
