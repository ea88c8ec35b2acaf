import type { FastifyRequest } from 'fastify';
import { buildWorklist } from '../../engine/db/corrections/build-worklist.ts';
import { findWorklist } from '../../engine/db/corrections/worklists.ts';
import type { Worklist } from '../../engine/db/corrections/worklists.ts';
import { hasLogEntries } from '../../engine/db/imports/read-logs.ts';
import type { SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import { withSourceFormat } from '../../engine/db/imports/record.ts';
import { findListHead } from '../../engine/db/lists/mailing-lists.ts';
import { hasEnded } from '../../engine/domain/job-states.ts';
import { NotFound, ValidationFailed } from '../../engine/platform/errors.ts';
import { requireSubscriberImport } from '../mailing-lists/lookups.ts';

/** An import with its failed rows. */
export interface ImportToCorrect {
  readonly job: SubscriberImport;
  readonly worklist: Worklist;
}

/** The worklist of the import that a path names, which is made when it is first read. @throws NotFound; ValidationFailed until the import has ended */
export async function requireWorklist(request: FastifyRequest, segment: string): Promise<ImportToCorrect> {
  const { db } = request;
  const job = await requireSubscriberImport(request, segment);
  if (!hasEnded(job.state))
    throw new ValidationFailed(`the import is ${job.state}: its failed rows are corrected after its end`);
  // That of a dry run stays for the import that is read with its corrections.
  if (expiryOf(job).getTime() < Date.now()) throw new NotFound('worklist');
  const known = await findWorklist(db, job.id);
  if (known !== null) return { job, worklist: known };
  const isThere =
    (await hasLogEntries(db, job.id, 'failed')) && (await findListHead(db, job.mailingListId, null)) !== null;
  if (!isThere) throw new NotFound('worklist');
  await buildWorklist(db, { ...job, options: withSourceFormat(job.options, job.sourceFormat) });
  const worklist = await findWorklist(db, job.id);
  if (worklist === null) throw new NotFound('worklist');
  return { job, worklist };
}

/** Returns the time until which the logs and the worklist of an import are kept. */
export function expiryOf({ finishedAt, createdAt, policy }: SubscriberImport): Date {
  return new Date((finishedAt ?? createdAt).getTime() + policy.logRetentionMs);
}
