import { fastifySwaggerUi } from '@fastify/swagger-ui';
import fp from 'fastify-plugin';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { JSON_TYPE } from '../../http/envelope.ts';
import { buildDocument } from '../../openapi/document.ts';
import type { DescribedRoute } from '../../openapi/operation.ts';
import { API_PREFIX } from '../../http/prefix.ts';

/** The document of the API, made of what its routes say of themselves, and a page that shows it; for anybody. */
export default fp(
  async (app: FastifyInstance) => {
    const routes: DescribedRoute[] = [];
    let document: Promise<string> | null = null;
    let text = '';
    // When it is first asked for: most processes end without, and start a fifth sooner.
    const readDocument = async () => {
      document ??= buildDocument(routes, API_PREFIX).then((built) => JSON.stringify(built));
      text = await document;
      return text;
    };
    app.get(DOCUMENT_URL, async (_request, reply) => reply.type(JSON_TYPE).send(await readDocument()));
    await app.register(async (docs) => {
      docs.addHook('onRequest', async () => void (await readDocument()));
      await docs.register(fp(provideDocument, { name: '@fastify/swagger' }));
      await docs.register(fastifySwaggerUi, PAGE);
    });

    /** Provides the document that the page reads from another plugin, which would build a document of its own. */
    function provideDocument(docs: FastifyInstance, _options: object, done: () => void): void {
      docs.decorate('swagger', () => JSON.parse(text) as object);
      done();
    }

    app.addHook('onRoute', (route) => void routes.push(...describedRoutes(route)));
  },
  { name: 'openapi' },
);

const DOCUMENT_URL = `${API_PREFIX}/openapi.json`;
const PAGE = {
  routePrefix: `${API_PREFIX}/docs`,
  uiConfig: { docExpansion: 'none', layout: 'BaseLayout' },
  theme: { title: 'Sluice API' },
  staticCSP: "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
} as const;

/** @throws Error when a route of the API is not described. */
function describedRoutes({ url, method, config }: RouteOptions): DescribedRoute[] {
  if (!url.startsWith(`${API_PREFIX}/`)) return [];
  const operation = config?.operation;
  const methods = [method].flat().filter((name) => name !== 'HEAD');
  return methods.map((name) => {
    if (operation === undefined) throw new Error(`The route ${name} ${url} is not described.`);
    return { ...operation, method: name, path: url.slice(API_PREFIX.length) };
  });
}
