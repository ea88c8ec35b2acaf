import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import { createMessages } from '../../../engine/domain/messages.ts';
import { ValidationFailed } from '../../../engine/platform/errors.ts';
import { collectIgnoredNames } from '../../http/ignored-names.ts';
import { prefersStrict, STRICT } from '../../http/preference.ts';
import { findUnknownAttributes, findUnknownParameters } from '../../http/unknown-names.ts';

/**
 * Names the attributes and query parameters of a call that its operation does not have: in a header of the answer, since they are
 * ignored, or in the refusal of a call that prefers strict handling. No record is looked at before.
 */
export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    app.addHook('preHandler', (request, reply, next) => {
      const { operation } = request.routeOptions.config;
      if (operation === undefined) {
        next();
        return;
      }
      const isStrict = prefersStrict(request.headers.prefer);
      const problems = createMessages();
      const ignored = collectIgnoredNames();
      findUnknownParameters(request.query, operation, (name) => {
        ignored.add(`?${name}`);
        if (isStrict) problems.add(`${name} is no query parameter of this call`);
      });
      findUnknownAttributes(request.body, operation, (name) => {
        ignored.add(name);
        if (isStrict) problems.add(`${name} is no attribute of this call`);
      });
      if (isStrict) void reply.header('preference-applied', STRICT);
      else if (ignored.count > 0) void reply.header('sluice-ignored', ignored.header());
      next(isStrict && ignored.count > 0 ? new ValidationFailed(problems.text()) : undefined);
    });
    done();
  },
  { name: 'unknown-names' },
);
