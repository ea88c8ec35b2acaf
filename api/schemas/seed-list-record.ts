import type { SeedList } from '../../engine/db/seed-lists.ts';

/** A seed list as the API shows it. */
export function renderSeedList({ id, name, addresses }: SeedList): Record<string, unknown> {
  return { id, name, addresses_array: addresses };
}
