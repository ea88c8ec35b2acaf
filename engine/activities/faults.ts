import { activityInfo } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import pg from 'pg';
import type { FaultType } from '../../machines/faults.ts';
import { ROW_LOST, WENT_BACK } from '../../workflows/names.ts';
import { RowLost, WentBack } from '../db/core/own-row.ts';
import { labelled } from '../db/core/session-label.ts';
import { ValidationFailed } from '../platform/errors.ts';
import { FileError, FileMissing } from '../files/errors.ts';

/**
 * A fault of the data or the request: it would be the same at every try, so Temporal does not retry it. `type` is what
 * the machine decides by; the message becomes the import's error_message or a parked task's reason. `Type` names the types
 * of a kind of job that has some of its own.
 */
export function fault<Type extends string = never>(
  type: FaultType | NoInfer<Type>,
  message: string,
): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, type);
}

/** The fault of a job that has to read its source again, which is not there: the database was set back to before its end, or the file store is wrong. */
export function sourceGone(): ApplicationFailure {
  return fault('UnreadableSource', 'The source of this import is no longer stored.');
}

/** SQLSTATE classes that speak of the statement or its data, not of the state the server is in. */
const DATA_CLASSES = new Set(['21', '22', '23', '42', '44']);
const UNDEFINED_TABLE = '42P01';

/** The parts of the schema that an error names, in brackets; its message quotes values as well. */
function placeOf({ constraint, column, table }: pg.DatabaseError): string {
  const named = Object.entries({ constraint, column, table }).filter(([, name]) => name !== undefined);
  return named.length === 0 ? '' : ` (${named.map(([kind, name]) => `${kind} ${name}`).join(', ')})`;
}

/**
 * Makes permanent data faults of an activity non-retryable, rethrows transient ones, and labels its transactions with its job. Postgres quotes values in its messages, so only the code of its error, and the
 * names of constraint, column and table, travel into the history.
 */
export function sorted<Input, Output>(activity: (input: Input) => Promise<Output>): (input: Input) => Promise<Output> {
  return async (input) => {
    try {
      return await labelled(activityInfo().workflowExecution?.workflowId ?? '', () => activity(input));
    } catch (error) {
      if (error instanceof RowLost) throw fault<typeof ROW_LOST>(ROW_LOST, error.message);
      if (error instanceof WentBack) throw ApplicationFailure.nonRetryable(error.message, WENT_BACK, error.epoch);
      // Of a stored source: what is read where a client put it fails with its name before that.
      if (error instanceof FileMissing) throw sourceGone();
      if (error instanceof FileError && !error.retryable) throw fault('UnreadableSource', error.message);
      if (error instanceof ValidationFailed) throw fault('ImportInvalid', error.message);
      if (!(error instanceof pg.DatabaseError)) throw error;
      const code = error.code ?? 'XX000';
      if (code === UNDEFINED_TABLE) throw fault('StagingLost', 'The staging tables are gone.');
      const message = `Postgres refused the work with SQLSTATE ${code}${placeOf(error)}.`;
      if (DATA_CLASSES.has(code.slice(0, 2))) throw fault('DataRefused', message);
      throw ApplicationFailure.retryable(message, 'PostgresFault');
    }
  };
}
