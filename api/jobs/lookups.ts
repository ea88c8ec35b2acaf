import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findJobOfKind } from '../../engine/db/jobs/operator.ts';
import type { OperatorJob } from '../../engine/db/jobs/operator.ts';
import type { JobKind } from '../../engine/job-kinds/job-kind.ts';
import { prefixedKinds } from '../../engine/job-kinds/index.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { idOf } from '../http/parameters.ts';
import { reachOf } from '../http/reach.ts';

/** The path parameters that name a job of any kind. */
export interface JobPath {
  readonly job_kind: string;
  readonly id: string;
}

/** The job that a path names, if the caller reaches it. @throws NotFound */
export async function requireJob(
  app: FastifyInstance,
  { caller, params }: FastifyRequest<{ Params: JobPath }>,
): Promise<{ readonly kind: JobKind; readonly id: number; readonly job: OperatorJob }> {
  const kind = prefixedKinds(app.config.workflowIdPrefix).find(({ name }) => name === params.job_kind);
  const id = idOf(params.id, 'job');
  const job = kind === undefined ? null : await findJobOfKind(app.db, kind, id);
  const reach = reachOf(caller);
  if (kind === undefined || job === null || (reach !== null && job.organizationId !== reach)) throw new NotFound('job');
  return { kind, id, job };
}
