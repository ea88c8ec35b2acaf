import { Client } from '@temporalio/client';
import type { ClientOptions } from '@temporalio/client';
import { installationNames } from '../../workflows/names.ts';
import type { InstallationNames } from '../../workflows/names.ts';
import type { Config } from '../platform/config.ts';

/** The settings of a client. */
export type TemporalClientSettings = Pick<Config, 'temporalNamespace' | 'taskQueue' | 'workflowIdPrefix'>;

/** A client of the namespace that knows the names of this installation in it. */
export class TemporalClient extends Client {
  readonly names: InstallationNames;

  constructor(settings: TemporalClientSettings, options: ClientOptions) {
    super({ namespace: settings.temporalNamespace, ...options });
    this.names = installationNames(settings.taskQueue, settings.workflowIdPrefix);
  }
}
