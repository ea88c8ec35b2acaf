import { expect } from 'vitest';
import type { World } from '../../chaos/world/world.ts';

/** A job that Temporal does not know is started again within two minutes, and takes commands then. */
const STARTED = { timeout: 180_000, interval: 250 };

/** Unpauses imports until none is paused: a service that has gone back may pause one again. */
export async function unpauseAll({ api }: World, importIds: readonly number[]): Promise<void> {
  await expect
    .poll(async () => {
      const paused: number[] = [];
      for (const importId of importIds) {
        const { success, data } = await api.call('GET', `/subscriber_imports/${importId}`);
        if (!success || (data as { state: string }).state === 'paused') paused.push(importId);
      }
      for (const importId of paused) await api.call('POST', `/subscriber_imports/${importId}/unpause`);
      return paused;
    }, STARTED)
    .toEqual([]);
}
