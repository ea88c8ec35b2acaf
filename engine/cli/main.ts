import { existsSync } from 'node:fs';
import { PROCESS_VERBS } from './process-verbs.ts';

// What `npx sluice` runs. A verb that runs a process is run at once, without loading the other verbs, which would stay in the
// memory of the process.

// The data folder, and the keys and files in it, are for the own user alone.
process.umask(0o077);
if (existsSync('.env')) process.loadEnvFile('.env');

const [name, ...others] = process.argv.slice(2);
const verb = others.length === 0 ? PROCESS_VERBS.find((each) => each.name === name) : undefined;
if (verb === undefined) await import('./sluice.ts');
else await verb.run({});
