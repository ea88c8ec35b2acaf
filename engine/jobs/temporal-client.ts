import { Client } from '@temporalio/client';
import type { ClientOptions } from '@temporalio/client';
import { installationNames } from '../../workflows/names.ts';
import type { InstallationNames } from '../../workflows/names.ts';
import type { Config } from '../platform/config.ts';
import { createPayloadCodec } from './payload-codec.ts';

/** The settings of a client. */
export type TemporalClientSettings = Pick<
  Config,
  'temporalNamespace' | 'taskQueue' | 'workflowIdPrefix' | 'payloadKeys'
>;

/** A client of the namespace that has the names of this installation in it, and encrypts payloads if keys are set. */
export class TemporalClient extends Client {
  readonly names: InstallationNames;

  constructor(settings: TemporalClientSettings, options: ClientOptions) {
    const codec = createPayloadCodec(settings.payloadKeys);
    const dataConverter = codec === null ? {} : { payloadCodecs: [codec] };
    super({ namespace: settings.temporalNamespace, dataConverter, ...options });
    this.names = installationNames(settings.taskQueue, settings.workflowIdPrefix);
  }
}
