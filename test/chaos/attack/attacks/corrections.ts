import type { Attack } from '../attack.ts';
import type { Hostile } from '../hostile/hostile.ts';

/** Cells of the rows of one file. */
const WIDE = 500;

/** Worklists of failed rows, as large as they become, in many calls at the same time. */
export const corrections: Attack = {
  name: 'corrections',
  title:
    'worklists of 150,000 failed rows and of rows of 500 cells: opened and read by eight calls at the same time, corrected one by one and all alike by cells of 60 KB, and imported by four calls',
  play: async (hostile) => {
    const { startImport, finishImports, size, upload } = hostile;
    const rows = size === 'full' ? 150_000 : 3_000;
    const narrow = Array.from({ length: rows }, (_, i) => `x${i},y`).join('\n');
    const wide = `x,${Array.from({ length: WIDE }, () => 'x').join(',')}\n`.repeat(rows / 50);
    const mapping = ['email', ...Array.from({ length: WIDE }, () => '')];
    const ids = [
      await startImport(await upload('narrow.csv', `email,city\n${narrow}\n`), { column_mapping: ['email', 'city'] }),
      await startImport(await upload('wide.csv', wide), {
        ...{ column_mapping: mapping, file_format: { csv_has_headers: false } },
      }),
    ];
    await finishImports(ids, size === 'full' ? 90_000 : 15_000);
    const corrected = await Promise.all(ids.map((id) => correct(hostile, `/subscriber_imports/${id}/corrections`)));
    await finishImports([...new Set(corrected.flat())], size === 'full' ? 60_000 : 15_000);
  },
};

/** @returns the ids of the imports of the corrected rows */
async function correct({ call, random }: Hostile, path: string): Promise<readonly number[]> {
  await atOnce(8, () => call('GET', path));
  const { column, reason } = faultOf((await call('GET', `${path}/rows?per_page=1`)).text);
  await atOnce(8, (n) => call('GET', `${path}/rows?per_page=500&left=true&after=${n * 300}`));
  await atOnce(4, () => call('GET', `${path}/rows?per_page=500&column=${column}&value=${'x'.repeat(200)}`));
  const put = (below: string, correction: object) => call('PUT', `${path}${below}`, { correction });
  await atOnce(16, () =>
    put(`/rows/${random.int(1, 60)}`, { cells: { [column]: 'x'.repeat(random.int(1, 60_000)) }, version: 0 }),
  );
  const all = { column, reason };
  await atOnce(4, () => put('/values', { ...all, to: 'x'.repeat(60_000) }));
  await atOnce(4, (n) => put('/values', { ...all, to: `x${n}@example.com` }));
  const created = await atOnce(4, () => call('POST', `${path}/import`));
  await call('GET', path);
  return created.flatMap(({ text }) => {
    const id = /^\{"success":true,"data":\{"id":(\d+)/.exec(text)?.[1];
    return id === undefined ? [] : [Number(id)];
  });
}

/** The first fault of the first of some rows; another where the call failed. */
function faultOf(answer: string): { readonly column: string; readonly reason: string } {
  const { data } = JSON.parse(answer) as { data: { faults: { column: string; reason: string }[] }[] | null };
  return data?.[0]?.faults[0] ?? { column: 'email', reason: 'none' };
}

function atOnce<Answer>(calls: number, make: (n: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: calls }, (_, n) => make(n)));
}
