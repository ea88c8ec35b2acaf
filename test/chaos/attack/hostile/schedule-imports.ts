import type { Hostile } from './hostile.ts';

const DAY_MS = 86_400_000;
const CALLERS = 8;
const SOURCE = { type: 'json', content: 'email,city,score\na@example.com,x,1\n' };

/** Creates imports that begin the next day, from eight callers. @returns their ids, null for each that was refused */
export async function scheduleImports({ startImport }: Hostile, wanted: number): Promise<(number | null)[]> {
  const begins_at = new Date(Date.now() + DAY_MS).toISOString();
  const ids: (number | null)[] = [];
  const create = async () => {
    while (ids.length < wanted) {
      const at = ids.push(null) - 1;
      ids[at] = await startImport(SOURCE, { begins_at });
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, create));
  return ids;
}
