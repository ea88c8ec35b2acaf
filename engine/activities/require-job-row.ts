import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { defaultPayloadConverter } from '@temporalio/common';
import type { Headers } from '@temporalio/common';
import type { Pool } from 'pg';
import { EPOCH_HEADER, JOB_KEY_HEADER } from '../../workflows/names.ts';
import { requireOwnRow, whileOwned } from '../db/core/own-row.ts';
import type { JobRow } from '../db/core/own-row.ts';
import { kindOfType } from '../job-kinds/index.ts';
import { isBriefPlace } from './by-place.ts';
import { sorted } from './faults.ts';

/** The pools of the activities that callers wait for and of the others, and the queue of the former. */
interface Pools {
  readonly brief: Pool;
  readonly others: Pool;
  readonly recordsQueue: string;
}

/**
 * Requires for each activity of a job that the database has the row of that job: at its beginning, and in each of its transactions.
 * Otherwise the activity fails for good with RowLost, and its workflow ends. When the database has it and was set back since the job
 * began, the activity fails for good with WentBack, and the workflow begins again with what the database has.
 */
export function requireJobRow({ brief, others, recordsQueue }: Pools): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      execute: (input, next) => {
        const { workflowType = '', workflowExecution } = info;
        const row = rowOf(workflowType, workflowExecution?.workflowId ?? '', input.headers);
        if (row === null) return next(input);
        const pool = isBriefPlace(recordsQueue) ? brief : others;
        return sorted(async () => {
          await requireOwnRow(pool, row);
          return whileOwned(row, () => next(input));
        })(undefined);
      },
    },
  });
}

/** Null for an activity that is no job's. */
function rowOf(workflowType: string, workflowId: string, headers: Headers): JobRow | null {
  const id = /\/([1-9]\d{0,15})$/.exec(workflowId)?.[1];
  const kind = kindOfType(workflowType);
  if (kind === undefined || id === undefined) return null;
  return {
    ...kind.jobRows,
    id: Number(id),
    key: textOf(headers, JOB_KEY_HEADER),
    epoch: textOf(headers, EPOCH_HEADER),
  };
}

function textOf(headers: Headers, name: string): string | null {
  const payload = headers[name];
  return payload === undefined ? null : defaultPayloadConverter.fromPayload<string>(payload);
}
