import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import LongFilesFirst from './test/support/long-files-first.ts';
import { keepTemporaryFilesInMemory } from './test/support/temporary-files.ts';

keepTemporaryFilesInMemory();

// The modules of the project are imported by Node, which keeps them for all files of tests that a process runs; Vitest would
// evaluate them again for each file.
const PROJECT = fileURLToPath(new URL('.', import.meta.url)).replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const OWN_MODULES = new RegExp(`^${PROJECT}(?:api|client|engine|machines|workflows)/`);

const WITHOUT_PROMISE_STACKS = new URL('./engine/roles/no-promise-stacks.js', import.meta.url).href;
const SECOND = 1000;
const FORKS = availableParallelism() + 2;

// One project: Vitest runs the files of one project after those of another, and a core is idle at the end of each.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    poolOptions: {
      forks: {
        // More than there are cores, since many tests wait for servers. With fewer at least, Vitest ends idle ones too early.
        maxForks: FORKS,
        minForks: FORKS,
        // Loading the packages takes a second of each file, and no test replaces one.
        isolate: false,
        // Threads of workflows run as those of a worker process do, without stack traces of promises.
        execArgv: ['--import', WITHOUT_PROMISE_STACKS],
      },
    },
    server: { deps: { external: [OWN_MODULES] } },
    globalSetup: ['test/support/global-servers.ts'],
    setupFiles: ['test/support/take-down-after-file.ts'],
    testTimeout: 240 * SECOND,
    hookTimeout: 180 * SECOND,
    teardownTimeout: 30 * SECOND,
    // The default, a second, passes on a busy machine.
    expect: { poll: { timeout: 60 * SECOND } },
    sequence: { sequencer: LongFilesFirst },
    // The reporter of the closing line fails the run with each of them that is one.
    dangerouslyIgnoreUnhandledErrors: true,
    reporters: ['default', './test/support/closing-line-reporter.ts'],
  },
});
