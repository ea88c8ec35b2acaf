import type { ActivityExecuteInput } from '@temporalio/worker';
import type { Context } from '@temporalio/activity';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fault } from '../../../engine/activities/faults.ts';
import { retryOnOtherSchema } from '../../../engine/activities/retry-on-other-schema.ts';
import { createTestDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const REFUSED = fault('DataRefused', 'Postgres refused the work with SQLSTATE 42703.');
const LOST = fault('StagingLost', 'The staging tables are gone.');
const INVALID = fault('ImportInvalid', 'column_mapping is wrong.');

/** The error of an activity that fails with one. */
function errorAfter(error: Error): Promise<unknown> {
  const { inbound } = retryOnOtherSchema(database.pool)({} as Context);
  return inbound!.execute!({} as ActivityExecuteInput, () => Promise.reject(error)).catch((thrown: unknown) => thrown);
}

it('faults of the data stay final on the schema of this version', async () => {
  for (const error of [REFUSED, LOST, INVALID]) expect(await errorAfter(error)).toBe(error);
});

it('refused statements and missing tables are retried after a later version has migrated the database', async () => {
  await database.pool.query(`
    comment on table schema_migrations is null;
    insert into schema_migrations (version, name, md5) values (9999, 'later', '')`);
  for (const error of [REFUSED, LOST]) {
    expect(await errorAfter(error)).toMatchObject({ nonRetryable: false, type: 'PostgresFault' });
  }
  expect(await errorAfter(INVALID)).toBe(INVALID);
  const { inbound } = retryOnOtherSchema(database.pool)({} as Context);
  expect(await inbound!.execute!({} as ActivityExecuteInput, () => Promise.resolve('done'))).toBe('done');
});
