import type { LogLevel } from '../platform/config.ts';

/** What the embedded host is asked to run; null means that this server is provided from elsewhere. Paths are absolute. */
export interface HostRequest {
  readonly dataDir: string;
  readonly logLevel: LogLevel;
  /** Removes dataDir at the end, also when the parent was killed; for tests. */
  readonly disposable?: boolean;
  readonly postgres: { readonly durable: boolean; readonly port?: number } | null;
  readonly temporal: {
    readonly namespace: string;
    readonly uiPort: number;
    readonly port?: number;
    /** Whether the state is kept in a file under dataDir or in memory. */
    readonly persistent: boolean;
    readonly cacheDir: string;
    readonly temporalCliPath?: string | undefined;
  } | null;
}

/** Where the servers are found once they answer. */
export interface HostAddresses {
  readonly postgresUrl: string | null;
  readonly temporalAddress: string | null;
  readonly temporalUiUrl: string | null;
}

/** What the host tells the process that started it. */
export type HostMessage =
  | { readonly kind: 'progress'; readonly line: string }
  | { readonly kind: 'ready'; readonly addresses: HostAddresses }
  | { readonly kind: 'failed'; readonly message: string };
