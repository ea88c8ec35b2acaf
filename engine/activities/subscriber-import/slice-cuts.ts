import type { PoolClient } from 'pg';
import { readKeysBetween } from '../../db/imports/staged-keys.ts';

/** Keys at which slices of one chunk may end. */
export interface SliceCuts {
  /**
   * The last key of a slice of about so many of the rows that are left, all of them behind `afterKey`; null when the slice takes
   * the rest.
   */
  endOf(client: PoolClient, slice: { afterKey: string | null; rows: number; left: number }): Promise<string | null>;
}

/** Keys that are read for each slice of the first size, so that slices may become smaller and larger. */
const KEYS_PER_SLICE = 8;
const MOST_KEYS = 1000;

/**
 * Creates the cuts of a chunk. Its keys are sorted once for all slices: to do so for each slice took 6 % of a merge (measured). They
 * are read again when another attempt has merged a slice of it.
 */
export function createSliceCuts(chunk: { readonly importId: number; readonly chunk: number }): SliceCuts {
  let keys: readonly string[] = [];
  let beginsAfter: string | null | undefined;
  let rowsPerKey = 1;

  return {
    endOf: async (client, { afterKey, rows, left }) => {
      if (rows >= left) return null;
      // All rows of a key are in one slice, since the first of them decides.
      const place = afterKey === beginsAfter ? 0 : keys.lastIndexOf(afterKey ?? '') + 1;
      if (place === 0 && afterKey !== beginsAfter) {
        const steps = Math.min(MOST_KEYS, left, Math.ceil((left / rows) * KEYS_PER_SLICE));
        keys = await readKeysBetween(client, { ...chunk, afterKey, rows: left, steps });
        rowsPerKey = left / steps;
        beginsAfter = afterKey;
      }
      return keys[place + Math.max(1, Math.round(rows / rowsPerKey)) - 1] ?? null;
    },
  };
}
