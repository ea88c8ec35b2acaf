import type { Config } from '../platform/config.ts';

/** Connection options of a Temporal client or worker. */
export interface TemporalConnectionOptions {
  readonly address: string;
  readonly tls?: boolean;
  readonly apiKey?: string;
}

/** Connection options from the settings; the address is checked by the role that needs it. */
export function temporalConnectionOptions(config: Config, address: string): TemporalConnectionOptions {
  return {
    address,
    ...(config.temporalTls ? { tls: true } : {}),
    ...(config.temporalApiKey === undefined ? {} : { apiKey: config.temporalApiKey }),
  };
}
