import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import { sql } from '../../../engine/db/slonik.ts';
import { success } from '../../envelope.ts';

/** For load balancers and supervisors, so without a credential: is the process up, and can it serve? */
export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    app.get('/healthz', () => success({ status: 'up' }));
    app.get('/readyz', async () => {
      await app.db.query(sql.unsafe`select 1`);
      return success({ status: 'ready' });
    });
    done();
  },
  { name: 'health', dependencies: ['database'] },
);
