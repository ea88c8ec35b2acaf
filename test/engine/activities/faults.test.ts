import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { composeActivities } from '../../../engine/activities/compose.ts';
import type { NameSenders } from '../../../engine/activities/name-senders.ts';
import type { ClientDeps } from '../../../engine/activities/deps.ts';
import { createFairQueue } from '../../../engine/platform/fair-queue.ts';
import { loadActivities } from '../../../engine/activities/index.ts';
import { ValidationFailed } from '../../../engine/platform/errors.ts';
import { ConnectionFailed, FileMissing } from '../../../engine/files/errors.ts';

const SILENT = new DefaultLogger('ERROR');
const registry = await loadActivities();
const ACTIVITIES = Object.keys(activitiesIn(new Error()));

const WORLD: readonly (readonly [what: string, error: Error])[] = [
  ['Postgres is away', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['Postgres is stopping', postgresError('57P01')],
  ['the disk of Postgres is full', postgresError('53100')],
  ['another has the lock', postgresError('40P01')],
  ['the file store is full', Object.assign(new Error('write'), { code: 'ENOSPC' })],
  ['a server hangs up', new ConnectionFailed('example.com', 'ECONNRESET')],
];

const DATA: readonly (readonly [what: string, error: Error, type: string])[] = [
  ['a value that Postgres refuses', postgresError('22P05'), 'DataRefused'],
  ['a row that a constraint refuses', postgresError('23514'), 'DataRefused'],
  ['staging that is gone', postgresError('42P01'), 'StagingLost'],
  ['a source that is gone', new FileMissing('source'), 'UnreadableSource'],
  ['a mapping that no longer fits the list', new ValidationFailed('column_mapping'), 'ImportInvalid'],
];

describe('every activity', () => {
  it.each(WORLD)('is retried when %s', async (_, error) => {
    for (const name of ACTIVITIES) {
      const thrown = await failureOf(name, error);
      expect(thrown, name).toBeInstanceOf(Error);
      expect(thrown instanceof ApplicationFailure && thrown.nonRetryable, name).toBe(false);
    }
  });

  it.each(DATA)('is not retried for %s', async (_, error, type) => {
    for (const name of ACTIVITIES) {
      expect(await failureOf(name, error), name).toMatchObject({ nonRetryable: true, type });
    }
  });
});

it('names the constraint that refuses a row, and none of its values', async () => {
  const said = {
    detail: 'Failing row contains (ann@x.example).',
    constraint: 'subscribers_status_check',
    table: 'subscribers',
  };
  const error = Object.assign(postgresError('23514'), said);

  expect(await failureOf(ACTIVITIES[0] ?? '', error)).toMatchObject({
    message: 'Postgres refused the work with SQLSTATE 23514 (constraint subscribers_status_check, table subscribers).',
  });
});

function postgresError(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('refused', 0, 'error'), { code });
}

type Activity = (input: object) => Promise<unknown>;

/** The activities in a world of which every part throws the error. */
function activitiesIn(error: Error): Record<string, Activity> {
  const broken = brokenPart(error);
  const nameSenders: NameSenders = (commands = []) => Promise.resolve(commands);
  const log = pino({ level: 'silent' });
  const inline = { inlineSlots: createFairQueue({ slots: 1 }), inlineMs: 60_000 };
  const deps = { pool: broken, files: broken, rangeThreads: broken, client: broken, nameSenders, log, ...inline };
  return composeActivities(registry, deps as unknown as ClientDeps) as Record<string, Activity>;
}

/** Something whose every method, however deep within it, throws. */
function brokenPart(error: Error): object {
  return new Proxy(() => undefined, {
    get: () => brokenPart(error),
    apply: () => {
      throw error;
    },
  });
}

async function failureOf(name: string, error: Error): Promise<unknown> {
  const activity = activitiesIn(error)[name];
  if (activity === undefined) throw new Error(`There is no activity ${name}.`);
  const commands = [{ command: 'pause', at: '2030-01-01T00:00:00Z', by: { type: 'maintenance' } }];
  const job = { importId: 1, mailingListId: 1, endpointId: 1, state: 'importing', errorMessage: null };
  const input = { ...job, number: 0, numbers: [0], reason: '', commands };
  return new MockActivityEnvironment({}, { logger: SILENT }).run(activity, input).then(
    () => null,
    (thrown: unknown) => thrown,
  );
}

it('says that the source is no longer stored, and not the name of its file', async () => {
  expect(await failureOf(ACTIVITIES[0] ?? '', new FileMissing('imports/7-3f0c'))).toMatchObject({
    message: 'The source of this import is no longer stored.',
  });
});
