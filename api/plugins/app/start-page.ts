import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import { START_PAGE_HEADERS, startPage } from '../../http/start-page.ts';

/** Leads a browser at `/` to the console, or shows a page where there is none. A program, which does not accept HTML, gets the envelope of an unknown path. */
export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    const page = startPage(app.config);
    app.get('/', (request, reply) => {
      void reply.header('vary', 'accept');
      if (!acceptsHtml(request.headers.accept)) return reply.callNotFound();
      // Relative, because a proxy can serve the API below a path.
      if (app.config.console) return reply.redirect('console/', 302);
      return reply.headers(START_PAGE_HEADERS).send(page);
    });
    done();
  },
  { name: 'start-page', dependencies: ['errors'] },
);

/** Whether HTML is named and wanted; the wildcard, which every HTTP client sends, does not ask for a page. */
function acceptsHtml(accept = ''): boolean {
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === 'text/html' && !parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter));
  });
}
