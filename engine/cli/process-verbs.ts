import type { RoleName } from './role-process.ts';

/** A verb of `sluice` that runs a process of the service; it has no arguments. */
export interface ProcessVerb {
  readonly name: string;
  readonly description: string;
  /** Loads what the process needs, and runs it. */
  readonly run: () => Promise<void>;
}

const role = (name: RoleName) => async () => (await import('./run-role.ts')).runRole(name);

/** In the order the help shows them. */
export const PROCESS_VERBS: readonly ProcessVerb[] = [
  {
    name: 'start',
    description: 'run the whole service until Ctrl-C: Postgres and Temporal where none are set, a worker and the API',
    run: async () => void (await import('./start.ts')),
  },
  {
    name: 'demo',
    description: 'run the whole service and import a sample file',
    run: async () => void (await import('./demo.ts')),
  },
  {
    name: 'migrate',
    description: 'bring the database of DATABASE_URL to the newest schema, and create the first API key',
    run: async () => void (await import('./migrate.ts')),
  },
  {
    name: 'api',
    description: 'run an API on DATABASE_URL and TEMPORAL_ADDRESS, or on those of "sluice start"',
    run: role('api'),
  },
  {
    name: 'worker',
    description: 'run a worker on DATABASE_URL and TEMPORAL_ADDRESS, or on those of "sluice start"',
    run: role('worker'),
  },
  {
    name: 'ftp',
    description: 'run an FTP server for upload directories on DATABASE_URL, or on that of "sluice start"',
    run: role('ftp'),
  },
  {
    name: 'codec',
    description: 'run the codec server, which decrypts payloads for the Temporal UI with PAYLOAD_KEYS',
    run: async () => (await import('../roles/codec.ts')).runCodec(),
  },
];
