import type { Attack } from '../attack.ts';

/** Every cell of every row is bad, and the failed log names what was wrong. */
export const failedRows: Attack = {
  name: 'failed-rows',
  title: 'files of 8 MB whose every cell is bad, in rows of three and of a hundred columns',
  play: async ({ create, startImport, finishImports, listId, size, upload }) => {
    const bytes = size === 'full' ? 8_000_000 : 300_000;
    const names: string[] = [];
    for (let i = 0; i < 96; i++) {
      const custom_field = { name: `Number ${i}`, field_type: 'number' };
      await create(`/mailing_lists/${listId}/custom_fields`, { custom_field });
      names.push(custom_field.name);
    }
    const fileOf = (header: string, row: string) => `${header}\n${`${row}\n`.repeat(bytes / (row.length + 1))}`;
    const wide = fileOf(['email', ...names].join(','), ['x', ...names.map(() => 'x')].join(','));
    const narrow = fileOf('email,city,score', 'x,x,x');
    const ids = [
      await startImport(await upload('narrow.csv', narrow)),
      await startImport(await upload('wide.csv', wide), { column_mapping: ['email', ...names] }),
      await startImport(await upload('short-rows.csv', fileOf('email,city,score', ','))),
    ];
    await finishImports(ids, size === 'full' ? 90_000 : 15_000);
  },
};
