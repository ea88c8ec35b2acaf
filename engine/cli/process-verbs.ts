import { WrongUsage } from './arguments.ts';
import type { RoleName } from './role-process.ts';

/** A verb of `sluice` that runs a process of the service. */
export interface ProcessVerb {
  readonly name: string;
  readonly description: string;
  /** Its flags, with what they do. */
  readonly flags?: readonly (readonly [flag: string, description: string])[];
  /** Loads what the process needs, and runs it. */
  readonly run: (given: Readonly<Record<string, unknown>>) => Promise<void>;
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
    flags: [
      ['--plan', 'print what the pending migrations do to the database, its locks and sizes, and change nothing'],
      ['--json', 'print the plan as JSON'],
    ],
    run: async ({ plan, json }) => {
      if (plan === true) return (await import('./migration-plan.ts')).printMigrationPlan(json === true);
      if (json === true) throw new WrongUsage('--json goes with --plan.');
      await import('./migrate.ts');
    },
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
