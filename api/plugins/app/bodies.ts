import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UnreadableBody } from '../../errors.ts';

/** Bodies are JSON whatever text type the client names, or none; an empty one is no body. */
export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    const parseJson = app.getDefaultJsonParser('error', 'error');
    app.removeAllContentTypeParsers();
    app.addContentTypeParser<string>('*', { parseAs: 'string' }, (request, body, answer) => {
      if (request.is404 || body.trim() === '') answer(null, undefined);
      else if (!isJsonType(request)) answer(new UnreadableBody('the body must be JSON, of type application/json'));
      else void parseJson(request, body, (error, value) => answer(error === null ? null : NOT_JSON, value));
    });
    done();
  },
  { name: 'bodies' },
);

const NOT_JSON = new UnreadableBody('the body is not valid JSON');

function isJsonType(request: FastifyRequest): boolean {
  const type = request.headers['content-type'];
  return type === undefined || /^\s*(?:application\/(?:[\w.-]+\+)?json|text\/[\w.-]+)\s*(?:;|$)/i.test(type);
}
