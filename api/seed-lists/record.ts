import { z } from 'zod/v4';
import type { SeedList } from '../../engine/db/lists/seed-lists.ts';
import { whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';

/** A seed list as the API shows it. */
export const seedListRecord = z
  .object({ id: whole, name: z.string(), addresses_array: z.array(z.string()) })
  .meta({ id: 'SeedList', examples: [{ id: 2, name: 'Team', addresses_array: ['ann@example.com'] }] });

/** A seed list as the API shows it. */
export function renderSeedList({ id, name, addresses }: SeedList): Rendered<typeof seedListRecord> {
  return { id, name, addresses_array: addresses };
}
