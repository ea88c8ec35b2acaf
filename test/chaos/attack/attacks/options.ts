import type { Attack } from '../attack.ts';

/** Options times choices: each choice of a value is looked up among the options of its field. */
export const options: Attack = {
  name: 'options',
  title: 'a field of 20,000 options, or as many as it may have, and values of 2.5 MB of choices',
  play: async ({ call, startImport, finishImports, listId }) => {
    const fieldOf = (count: number) => ({
      custom_field: {
        name: `Topics ${count}`,
        field_type: 'select_multiple_checkboxes',
        options: Array.from({ length: count }, (_, i) => ({ name: `option ${i}` })),
      },
    });
    const path = `/mailing_lists/${listId}/custom_fields`;
    const sizes = [100_000, 20_000, 5_000];
    for (const count of sizes) await call('POST', path, fieldOf(count));
    const values = [
      Array.from({ length: 300_000 }, (_, i) => `x${i}`),
      Array.from({ length: 300_000 }, (_, i) => `option ${i % 5_000}`),
    ];
    for (const name of sizes.map((count) => `Topics ${count}`)) {
      for (const value of values) {
        const subscriber = { email: 'chooser@example.com', custom_fields: { [name]: value } };
        await Promise.all([1, 2, 3].map(() => call('POST', `/mailing_lists/${listId}/subscribers`, { subscriber })));
        const content = `email,topics\nchooser@example.com,"${value.join(',')}"\n`;
        const id = await startImport({ type: 'json', content }, { column_mapping: ['email', name] });
        await finishImports([id], 10_000);
      }
    }
  },
};
