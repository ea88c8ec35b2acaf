import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import { createAnalysisThreads } from '../../../engine/analysis/analysis-threads.ts';
import type { AnalysisContext, SourceAnalysis } from '../../../engine/analysis/analyze-source.ts';
import type { SourceHead } from '../../../engine/analysis/source-head.ts';
import { createUnpackThreads } from '../../../engine/workbooks/unpack-threads.ts';
import type { UnpackThreads } from '../../../engine/workbooks/unpack-threads.ts';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { createFairQueue } from '../../../engine/platform/fair-queue.ts';
import { refuseFullQueue } from '../../http/refuse-full-queue.ts';

/** The beginning of a source, and what it is compared with. */
export interface ReadSource {
  readonly head: SourceHead;
  readonly context: AnalysisContext;
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Analyzes a source in a thread, once it is read: a few sources of each organization at a time, one of them in a thread,
     * and the organizations in turn.
     * @throws TooManyCalls; what `read` throws; ValidationFailed when the analysis takes too much time or memory
     */
    analyze: (organizationId: number, read: () => Promise<ReadSource>) => Promise<SourceAnalysis>;
    /** Unpacks the beginnings of sources that are analyzed. */
    unpackThreads: UnpackThreads;
  }
}

export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    const sources = createFairQueue({
      slots: BOUNDS.runningAnalyses.max * ORGANIZATIONS,
      slotsPerKey: BOUNDS.runningAnalyses.max,
      waitingPerKey: BOUNDS.waitingAnalyses.max,
    });
    const turns = createFairQueue({
      slots: BOUNDS.analysisThreads.max,
      slotsPerKey: 1,
      waitingPerKey: BOUNDS.runningAnalyses.max,
    });
    const threads = createAnalysisThreads();
    app.addHook('onClose', () => threads.close());
    app.decorate('unpackThreads', createUnpackThreads());
    app.decorate('analyze', (organizationId, read) => {
      const key = String(organizationId);
      const analyze = async () => {
        const { head, context } = await read();
        return turns.run(key, () => threads.analyze(head, context));
      };
      return refuseFullQueue(FULL, () => sources.run(key, analyze));
    });
    done();
  },
  { name: 'analyses' },
);

/** Organizations that can use up their share at the same time. */
const ORGANIZATIONS = 4;
const FULL = { reason: 'too many analyses of this organization wait', retrySeconds: 1 };
