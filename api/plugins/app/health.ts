import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import { failure, success } from '../../http/envelope.ts';
import { checkParts, checkSchema, reachFiles } from '../../http/health.ts';
import type { FilesState, Parts } from '../../http/health.ts';
import { coalesce } from '../../http/coalesce.ts';

/** For load balancers and supervisors, so without a credential: is the process up, and can it serve? */
export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    const parts = coalesce(async () => {
      const [found, schema, files] = await Promise.all([checkParts(app), checkSchema(app), reachFiles(app)]);
      return { ...found, files, schema };
    });

    // A new process would not repair a part that is down, so this one is healthy as long as it answers.
    app.get('/healthz', async () => success({ status: 'up', parts: await parts() }));

    app.get('/readyz', async (_request, reply) => {
      const found = await parts();
      const { postgres, schema } = found;
      const reason = postgres.state === 'down' ? 'Postgres does not answer' : schema.reason;
      if (reason === null) return success({ status: isWhole(found) ? 'ready' : 'degraded', parts: found });
      return reply.status(503).send(failure('internal_error', reason, { status: 'down', parts: found }));
    });
    done();
  },
  { name: 'health', dependencies: ['connections', 'schema', 'cache', 'files', 'jobs', 'mailer'] },
);

/** Without Temporal, workers, Redis, files or mail calls are still answered and jobs taken, so clients need not be sent elsewhere. */
function isWhole({ temporal, workers, redis, files, mail }: Parts & { readonly files: FilesState }): boolean {
  return (
    [temporal, workers, files].every(({ state }) => state === 'up') && redis.state !== 'down' && mail.state !== 'down'
  );
}
