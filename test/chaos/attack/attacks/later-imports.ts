import type { Attack } from '../attack.ts';

const DAY_MS = 86_400_000;

/** Each import is a workflow that a worker would keep in memory until its time has come. */
export const laterImports: Attack = {
  name: 'later-imports',
  title: '600 imports that begin the next day, and their cancels',
  play: async ({ startImport, finishImports, size }) => {
    const begins_at = new Date(Date.now() + DAY_MS).toISOString();
    const ids: (number | null)[] = [];
    for (let i = 0; i < (size === 'full' ? 600 : 15); i++) {
      ids.push(await startImport({ type: 'json', content: 'email,city,score\na@example.com,x,1\n' }, { begins_at }));
    }
    await finishImports(ids, 0);
  },
};
