import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findJobOfKind } from '../../engine/db/jobs/operator.ts';
import type { OperatorJob } from '../../engine/db/jobs/operator.ts';
import type { ClientJobKind } from '../../engine/job-kinds/job-kind.ts';
import { CLIENT_JOB_KINDS, withPrefix } from '../../engine/job-kinds/index.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { idOf } from '../http/parameters.ts';
import { reachOf } from '../http/reach.ts';

/** The path parameters that name a job of a mailing list. */
export interface JobPath {
  readonly job_kind: string;
  readonly id: string;
}

/** The job that a path names, if the caller reaches it. @throws NotFound */
export async function requireJob(
  app: FastifyInstance,
  { caller, db, params }: FastifyRequest<{ Params: JobPath }>,
): Promise<{ readonly kind: ClientJobKind; readonly id: number; readonly job: OperatorJob }> {
  const kind = withPrefix(CLIENT_JOB_KINDS, app.config.workflowIdPrefix).find(({ name }) => name === params.job_kind);
  const id = idOf(params.id, 'job');
  const job = kind === undefined ? null : await findJobOfKind(db, kind, id);
  const reach = reachOf(caller);
  if (kind === undefined || job === null || (reach !== null && job.organizationId !== reach)) throw new NotFound('job');
  return { kind, id, job };
}
