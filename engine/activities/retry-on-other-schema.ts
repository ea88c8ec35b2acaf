import { ApplicationFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import type { Pool } from 'pg';
import type { FaultType } from '../../machines/faults.ts';
import { findSchemaFault } from '../db/schema/schema-check.ts';

/**
 * Makes faults of the data retryable while the database has a schema that this version cannot work with: a table or column may be missing
 * because a later version has migrated it. The worker stops within seconds, and one that knows the schema tries again.
 */
export function retryOnOtherSchema(pool: Pool): ActivityInterceptorsFactory {
  return () => ({
    inbound: {
      execute: async (input, next) => {
        try {
          return await next(input);
        } catch (error) {
          throw (await isOfOtherSchema(pool, error)) ? ApplicationFailure.retryable(REASON, 'PostgresFault') : error;
        }
      },
    },
  });
}

/** The faults that a refused statement and a missing table become. */
const SUSPECTS: readonly FaultType[] = ['DataRefused', 'StagingLost'];

const REASON = 'The schema of the database has changed. A worker of the version that has migrated it continues.';

async function isOfOtherSchema(pool: Pool, error: unknown): Promise<boolean> {
  if (!(error instanceof ApplicationFailure)) return false;
  if (!SUSPECTS.some((type) => type === error.type)) return false;
  // When the schema cannot be read the fault is taken for what it seems to be.
  return (await findSchemaFault(pool).catch(() => null)) !== null;
}
