import type { Attack } from '../attack.ts';

/** Values that one request sends once and the engine copies into every row. */
export const importDefaults: Attack = {
  name: 'import-defaults',
  title: 'imports with default_custom_fields of 6 MB, and of the largest accepted size, into thousands of rows',
  play: async ({ startImport, finishImports, size }) => {
    const rows = (count: number) => Array.from({ length: count }, (_, i) => `d${i}@example.com\n`).join('');
    const settings = (bytes: number) => ({
      column_mapping: ['email'],
      default_custom_fields: { City: 'x'.repeat(bytes) },
    });
    const source = (count: number) => ({ type: 'json', content: `email\n${rows(count)}` });
    const ids = [
      await startImport(source(100), settings(6_000_000)),
      await startImport(source(1_000), settings(200_000)),
      await startImport(source(size === 'full' ? 20_000 : 500), settings(60_000)),
    ];
    await finishImports(ids, size === 'full' ? 60_000 : 8_000);
  },
};
