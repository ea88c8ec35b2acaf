import type { Attack } from '../attack.ts';
import { scheduleImports } from '../hostile/schedule-imports.ts';

/** Each of these lists is read and counted, which once took two connections. */
export const countedLists: Attack = {
  name: 'counted-lists',
  title: '64 callers that read pages of every counted list for 20 s, with 150 scheduled imports in them',
  play: async (hostile) => {
    const { call, complain, count, finishImports, random, size } = hostile;
    const imports = await scheduleImports(hostile, size === 'full' ? 150 : 20);

    const refused = new Map<string, number>();
    const until = Date.now() + (size === 'full' ? 20_000 : 2_000);
    const read = async () => {
      while (Date.now() < until) {
        const path = random.pick(LISTS);
        const { status } = await call('GET', path);
        count('pages read');
        if (status !== 200) refused.set(path, (refused.get(path) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: size === 'full' ? 64 : 30 }, read));
    for (const [path, times] of refused) complain(`${times} pages of ${path} were refused`);
    await finishImports(imports, 0);
  },
};

const SEARCHED = 'search=nothing%20is%20named%20so';
const LISTS = [
  '/subscriber_imports?per_page=500&scope=all',
  '/subscriber_imports?page=3',
  `/jobs/all?per_page=2000`,
  `/jobs/all?${SEARCHED}`,
  `/jobs/unfinished?${SEARCHED}`,
  '/api_keys?order_by=name&name_contains=e&per_page=500',
  '/users?full_name_contains=a',
  '/templates?page=0',
  '/custom_fields?page=0',
  '/segments?page=0',
  '/mailing_lists?page=0',
  '/subscriber_exports',
  '/import_undos',
  '/seed_lists',
];
