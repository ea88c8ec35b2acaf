import { ApplicationFailure } from '@temporalio/common';
import type { MockActivityEnvironment } from '@temporalio/testing';
import fc from 'fast-check';
import type { Pool, PoolClient } from 'pg';
import { expect } from 'vitest';
import type { ActivityDeps } from '../../../../engine/activities/deps.ts';
import { processOf } from '../../../../engine/db/core/process-of.ts';
import { attempt, createEnvironment } from '../pipeline.ts';
import type { ActivityName, AnswerOf, InputOf, Perform } from '../pipeline.ts';

/**
 * A fault of one call of an activity: a worker that dies or is cancelled, or a connection that breaks, at the nth
 * statement; an answer that gets lost; a second worker with the same task; a crash of Postgres.
 */
export type Accident =
  | { readonly kind: 'connection lost'; readonly statement: number }
  | { readonly kind: 'cancelled'; readonly statement: number }
  | { readonly kind: 'answer lost' }
  | { readonly kind: 'done twice at once' }
  | { readonly kind: 'staging lost' };

const statement = fc.integer({ min: 1, max: 12 });

/** For each call in turn, an accident or none. */
export const accidents: fc.Arbitrary<readonly (Accident | null)[]> = fc.array(
  fc.option(
    fc.oneof<fc.Arbitrary<Accident>[]>(
      fc.record({ kind: fc.constant('connection lost'), statement }),
      fc.record({ kind: fc.constant('cancelled'), statement }),
      fc.record({ kind: fc.constant('answer lost') }),
      fc.record({ kind: fc.constant('done twice at once') }),
      fc.record({ kind: fc.constant('staging lost') }),
    ),
    { freq: 2 },
  ),
  { maxLength: 25 },
);

/** Performs activities as Temporal does, again after each accident, and expects the same answer of a second attempt. */
export function disturbed(deps: ActivityDeps, ofCalls: readonly (Accident | null)[]): Perform {
  let calls = 0;
  return <Name extends ActivityName>(name: Name, input: InputOf<Name>) => {
    const accident = ofCalls[calls++] ?? null;
    return befall<AnswerOf<Name>>(accident, deps.pool, (pool, environment) =>
      attempt({ ...deps, pool }, name, input, environment),
    );
  };
}

async function befall<Answer>(
  accident: Accident | null,
  pool: Pool,
  attemptWith: (pool: Pool, environment?: MockActivityEnvironment) => Promise<Answer>,
): Promise<Answer> {
  const undisturbedAttempt = () => attemptWith(pool);
  const complete = () => retry(undisturbedAttempt);
  switch (accident?.kind) {
    case undefined:
      return complete();
    case 'answer lost': {
      const lost = await complete();
      const answer = await complete();
      expect(answer).toEqual(lost);
      return answer;
    }
    case 'done twice at once': {
      const [one, other] = await Promise.all([complete(), complete()]);
      expect(one).toEqual(other);
      return one;
    }
    case 'staging lost':
      await retry(() => emptyStaging(pool));
      return complete();
    case 'cancelled': {
      const environment = createEnvironment();
      const cancel = () => Promise.resolve(environment.cancel());
      return retry(() => attemptWith(disturbedPool(pool, accident.statement, cancel), environment), undisturbedAttempt);
    }
    case 'connection lost': {
      const breakConnection = async (processId: number | null) => {
        if (processId === null) throw new Error('The connection broke.');
        await pool.query('select pg_terminate_backend($1)', [processId]);
      };
      return retry(() => attemptWith(disturbedPool(pool, accident.statement, breakConnection)), undisturbedAttempt);
    }
  }
}

const ATTEMPTS = 5;

/** Tries again after a fault of the world, such as a deadlock with an emptying of tables, but not after one of the data. */
async function retry<Answer>(first: () => Promise<Answer>, later = first): Promise<Answer> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await (attempts === 1 ? first() : later());
    } catch (error) {
      const isFinal = error instanceof ApplicationFailure && error.nonRetryable === true;
      if (isFinal || attempts === ATTEMPTS) throw error;
    }
  }
}

/** Empties every UNLOGGED table of the staging schema, as a crash of Postgres does. */
export async function emptyStaging(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ tables: string | null }>(
    `select string_agg(oid::regclass::text, ', ') as tables from pg_class
      where relnamespace = 'staging'::regnamespace and relkind = 'r' and relpersistence = 'u'`,
  );
  if (typeof rows[0]?.tables === 'string') await pool.query(`truncate ${rows[0].tables}`);
}

/**
 * A pool like the given one that has something happen before its nth statement, or after it where that runs without a
 * transaction: then its answer gets lost. `happen` gets the connection's process id.
 */
function disturbedPool(pool: Pool, statement: number, happen: (processId: number | null) => Promise<void>): Pool {
  let statements = 0;
  const isTime = () => ++statements === statement;
  const query = async (...args: Parameters<Pool['query']>) => {
    const doomed = isTime();
    const answer = await (pool.query(...args) as unknown as Promise<unknown>);
    if (doomed) await happen(null);
    return answer;
  };
  const connect = async () => {
    const client = await pool.connect();
    const processId = processOf(client);
    let happening = Promise.resolve();
    const queryClient = (...args: Parameters<PoolClient['query']>): unknown => {
      if (isTime()) happening = happen(processId);
      // A COPY is a stream that its user needs at once; what comes behind it waits, so that nobody else is hit.
      if (typeof args[0] === 'object') return client.query(...args);
      return happening.then(() => client.query(...args));
    };
    return { query: queryClient, release: client.release, processID: processId };
  };
  return { query, connect } as unknown as Pool;
}
