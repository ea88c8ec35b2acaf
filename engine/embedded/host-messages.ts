import type { LogLevel } from '../platform/config-tables.ts';

/** The servers that the host must run; null for a server that is provided externally. Paths are absolute. */
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

/** Addresses of the running servers. */
export interface HostAddresses {
  readonly postgresUrl: string | null;
  readonly temporalAddress: string | null;
  readonly temporalUiUrl: string | null;
}

/** A message of the host to its parent process. */
export type HostMessage =
  /** It listens: a request sent before could go to a listener of a library. */
  | { readonly kind: 'listening' }
  | { readonly kind: 'progress'; readonly line: string }
  | { readonly kind: 'ready'; readonly addresses: HostAddresses }
  | { readonly kind: 'failed'; readonly message: string };
