import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod/v4';
import { readCached } from '../../../engine/cache/read-cached.ts';
import { credentialOf, findActiveCredentials } from '../../../engine/db/accounts/active-credentials.ts';
import { readServerTime } from '../../../engine/db/core/server-time.ts';
import { listLiveJobs } from '../../../engine/db/jobs/listed-live-jobs.ts';
import { CLIENT_JOB_KINDS, withPrefix } from '../../../engine/job-kinds/index.ts';
import { createDatabaseClock } from '../../jobs/database-clock.ts';
import type { JobHealths } from '../../jobs/job-event.ts';
import { createJobFeed } from '../../jobs/job-feed.ts';
import type { FeedReader, Listening } from '../../jobs/job-feed.ts';
import { shareJobReads } from '../../jobs/shared-job-reads.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers with the events of jobs until the client goes or the stream ends. @throws what JobFeed.listen does */
    sendEvents: (
      request: FastifyRequest,
      reply: FastifyReply,
      what: Pick<Listening, 'organizationId' | 'workflowId'>,
    ) => Promise<FastifyReply>;
    /** The number of streams of this process. */
    openEventStreams: () => number;
  }
}

export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    const kinds = withPrefix(CLIENT_JOB_KINDS, app.config.workflowIdPrefix);
    const readJobs: FeedReader['jobs'] = (wanted) => listLiveJobs(app.service.db, kinds, wanted);
    const feed = createJobFeed(
      {
        now: createDatabaseClock(() => readServerTime(app.service.pool)),
        jobs: app.config.redisUrl === undefined ? readJobs : shareJobReads(app.cache, readJobs),
        healths: () => readHealths(app),
        active: (credentials) => findActiveCredentials(app.service.db, credentials),
      },
      app.log,
    );
    app.decorate('openEventStreams', feed.count);
    app.decorate('sendEvents', async (request, reply, what) => {
      const lastEventId = request.headers['last-event-id'];
      const stream = await feed.listen({
        ...what,
        credential: credentialOf(request.caller),
        lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
      });
      // The stream waits most of the time: the organization's other calls do not wait for its end.
      request.share?.leave();
      return reply.headers(EVENT_HEADERS).send(stream);
    });
    // Before the server waits for its open connections.
    app.addHook('preClose', (closed) => {
      feed.close();
      closed();
    });
    done();
  },
  { name: 'job-feed', dependencies: ['connections', 'cache', 'jobs'] },
);

/** A proxy that kept the answer until it is whole would send nothing. */
export const EVENT_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

const HEALTHS_KEY = 'job-healths';
const HEALTHS_SECONDS = 5;
const storedHealths = z.array(z.tuple([z.string(), z.string()])).nullable();

/** Temporal is asked every five seconds by one of the processes that share a cache. */
async function readHealths(app: FastifyInstance): Promise<JobHealths> {
  const cached = await readCached(app.cache, HEALTHS_KEY, (text) => ({
    stored: storedHealths.parse(JSON.parse(text)),
  }));
  if (cached !== null) return cached.stored && new Map(cached.stored);
  const healths = await app.jobs.jobHealths().catch(() => null);
  await app.cache.set(HEALTHS_KEY, JSON.stringify(healths && [...healths]), HEALTHS_SECONDS);
  return healths;
}
