import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

/** Builds an app and answers what it is, with the routes it registers: method and whole path. */
export async function withRoutes<App>(build: () => Promise<App>): Promise<{ app: App; routes: readonly string[] }> {
  const routes: string[] = [];
  const listen = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      routes.push(...[method].flat().map((one) => `${one} ${url}`));
    });
  };
  subscribe('fastify.initialization', listen);
  try {
    return { app: await build(), routes };
  } finally {
    unsubscribe('fastify.initialization', listen);
  }
}
