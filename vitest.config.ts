import { defineConfig } from 'vitest/config';

const SECOND = 1000;
const POSTGRES = 'test/support/global-postgres.ts';
const TEMPORAL = 'test/support/global-temporal.ts';
const TAKE_DOWN = 'test/api/support/take-down.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: 30 * SECOND,
    hookTimeout: 60 * SECOND,
    teardownTimeout: 30 * SECOND,
    reporters: ['default', './test/support/closing-line-reporter.ts'],
    projects: [
      { extends: true, test: { name: 'machine', include: ['test/machines/**/*.test.ts', 'test/style/**/*.test.ts'] } },
      { extends: true, test: { name: 'engine', include: ['test/engine/**/*.test.ts'], globalSetup: [POSTGRES] } },
      { extends: true, test: { name: 'replay', include: ['test/workflows/**/*.test.ts'], testTimeout: 120 * SECOND } },
      {
        extends: true,
        test: { name: 'api', include: ['test/api/**/*.test.ts'], globalSetup: [POSTGRES], setupFiles: [TAKE_DOWN] },
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
          include: ['test/e2e/**/*.test.ts', 'test/contract/engine/*.test.ts'],
          globalSetup: [POSTGRES, TEMPORAL],
          setupFiles: ['test/support/forget-zod-ids.ts'],
          testTimeout: 180 * SECOND,
          hookTimeout: 180 * SECOND,
          // Each file starts workers and APIs of its own; two at once would fight for the machine and time out.
          poolOptions: { forks: { singleFork: true } },
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'chaos',
          include: ['test/chaos/**/*.test.ts'],
          testTimeout: 240 * SECOND,
          hookTimeout: 60 * SECOND,
          // One world at a time, as in e2e.
          poolOptions: { forks: { singleFork: true } },
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
