import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { placeOf, progressOf } from './places.ts';

const LOOK_MS = 100;

/**
 * Watches imports from now on until each has ended.
 * @returns the longest time that each did not move, in milliseconds
 * @throws Error when one does not move for so long
 */
export async function longestStandstills(
  pool: pg.Pool,
  importIds: readonly number[],
  limitMs: number,
): Promise<readonly number[]> {
  return Promise.all(importIds.map((importId) => longestStandstill(pool, importId, limitMs)));
}

async function longestStandstill(pool: pg.Pool, importId: number, limitMs: number): Promise<number> {
  let progress = await progressOf(pool, importId);
  let longest = 0;
  for (let movedAt = performance.now(); ;) {
    const place = await placeOf(pool, importId);
    const now = await progressOf(pool, importId);
    const stood = performance.now() - movedAt;
    longest = Math.max(longest, stood);
    if (place === 'ended') return longest;
    if (stood > limitMs) throw new Error(`Import ${importId} has stood still for ${limitMs / 1000} s: ${place}.`);
    if (now !== progress) movedAt = performance.now();
    progress = now;
    await delay(LOOK_MS);
  }
}
