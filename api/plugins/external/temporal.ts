import type { ConnectionOptions } from '@temporalio/client';
import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import type { AppOptions } from '../../app-options.ts';
import { temporalClientOptions } from '../../../engine/jobs/temporal.ts';
import { clientThroughLink, openLink } from '../../../engine/jobs/through-link.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Options of the clients of Temporal; null without one. */
    readonly temporalOptions: ConnectionOptions | null;
  }
}

export default fp(
  async (app: FastifyInstance, { jobs }: AppOptions) => {
    const { temporalAddress } = app.config;
    if (jobs !== undefined || temporalAddress === undefined) {
      app.decorate('temporalOptions', null);
      return;
    }
    const link = await openLink(app.config, temporalAddress, app.log);
    app.decorate(
      'temporalOptions',
      clientThroughLink(temporalClientOptions(app.config, temporalAddress), link, app.log),
    );
    app.addHook('onClose', () => link?.close());
  },
  { name: 'temporal' },
);
