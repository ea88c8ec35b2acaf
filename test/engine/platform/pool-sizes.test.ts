import { describe, expect, it } from 'vitest';
import { connectionsOf, requireWorkerConnections, workerPools } from '../../../engine/platform/pool-sizes.ts';
import { loadConfig } from '../../../engine/platform/config.ts';

const config = (settings: Record<string, string>) => loadConfig({ DATABASE_URL: 'postgres://db/sluice', ...settings });

describe('the connections of a worker', () => {
  it('are as many as it can use without the setting, or with a larger one', () => {
    for (const settings of [{}, { WORKER_CONNECTIONS: '44' }, { WORKER_CONNECTIONS: '100' }]) {
      expect(connectionsOf(config(settings)).worker).toBe(44);
      const slots = { smallTasks: 8, inlineImports: 8, records: 8 };
      expect(workerPools(config(settings))).toEqual({ tasks: 28, brief: 16, slots });
    }
  });

  it('are no more than the setting, and each slot has one', () => {
    for (let concurrency = 1; concurrency <= 64; concurrency += 7) {
      for (let connections = concurrency + 8; connections < concurrency + 28; connections++) {
        const settings = config({
          WORKER_CONCURRENCY: String(concurrency),
          WORKER_CONNECTIONS: String(connections),
        });
        const { tasks, brief, slots } = workerPools(settings);
        expect(connectionsOf(settings).worker).toBeLessThanOrEqual(connections);
        expect(tasks).toBeGreaterThanOrEqual(concurrency + slots.smallTasks + 2);
        expect(brief).toBe(slots.inlineImports + slots.records);
        expect(Math.min(...Object.values(slots))).toBeGreaterThanOrEqual(2);
      }
    }
  });

  it('are refused with a sentence where they are too few for the tasks', () => {
    expect(() => requireWorkerConnections(config({ WORKER_CONNECTIONS: '23' }))).toThrow(
      'WORKER_CONNECTIONS=23 is too few for WORKER_CONCURRENCY=16: set at least 24 connections, or a lower concurrency.',
    );
    for (const settings of [{}, { WORKER_CONNECTIONS: '24' }, { WORKER_CONNECTIONS: '9', WORKER_CONCURRENCY: '1' }])
      expect(() => requireWorkerConnections(config(settings))).not.toThrow();
  });
});
