import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import LongFilesFirst from './test/support/long-files-first.ts';

const SECOND = 1000;
const POSTGRES = 'test/support/global-postgres.ts';
const TEMPORAL = 'test/support/global-temporal.ts';
const TAKE_DOWN = 'test/api/support/take-down-after-file.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    poolOptions: {
      forks: {
        // Vitest leaves a core to itself, which would be one fork on two cores, while most tests wait for servers.
        maxForks: Math.max(2, availableParallelism()),
        // Loading the packages takes a second of each file, and no test replaces one.
        isolate: false,
      },
    },
    testTimeout: 30 * SECOND,
    hookTimeout: 60 * SECOND,
    teardownTimeout: 30 * SECOND,
    sequence: { sequencer: LongFilesFirst },
    reporters: ['default', './test/support/closing-line-reporter.ts'],
    projects: [
      { extends: true, test: { name: 'machine', include: ['test/machines/**/*.test.ts', 'test/style/**/*.test.ts'] } },
      { extends: true, test: { name: 'engine', include: ['test/engine/**/*.test.ts'], globalSetup: [POSTGRES] } },
      { extends: true, test: { name: 'replay', include: ['test/workflows/**/*.test.ts'], testTimeout: 120 * SECOND } },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['test/{api,client}/**/*.test.ts'],
          globalSetup: [POSTGRES],
          setupFiles: [TAKE_DOWN],
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['test/contract/*.test.ts'],
          globalSetup: [POSTGRES],
          setupFiles: [TAKE_DOWN],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          // With those under chaos, so that only one end of the run leaves a core idle.
          include: ['test/e2e/**/*.test.ts', 'test/contract/engine/*.test.ts', 'test/chaos/**/*.test.ts'],
          globalSetup: [POSTGRES, TEMPORAL],
          testTimeout: 240 * SECOND,
          hookTimeout: 180 * SECOND,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
