import type { Attack } from '../attack.ts';

/** Pages count records; records have no size. */
export const largeSubscribers: Attack = {
  name: 'large-subscribers',
  title: '40 subscribers of 6 MB, 40 of nearly 1 MB, and pages of 500 of them, eight at the same time',
  play: async ({ call, listId, size }) => {
    const count = size === 'full' ? 40 : 8;
    for (const bytes of [6_000_000, 900_000]) {
      for (let i = 0; i < count; i++) {
        const subscriber = { email: `large${bytes}n${i}@example.com`, custom_fields: { City: 'x'.repeat(bytes) } };
        await call('POST', `/mailing_lists/${listId}/subscribers`, { subscriber });
      }
    }
    const clause = [{ type: 'subscriber_email', operator: 'contains', value: 'large' }];
    const made = await call('POST', `/mailing_lists/${listId}/segments`, {
      segmentation_criteria: { name: 'Large', clause },
    });
    const segment = /"id":(\d+)/.exec(made.text)?.[1] ?? '0';
    const names = Array.from({ length: count }, (_, i) => `large900000n${i}%40example.com`).join(',');
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        i % 2 === 0
          ? call('GET', `/mailing_lists/${listId}/subscribers?per_page=500&segment_id=${segment}`)
          : call('GET', `/mailing_lists/${listId}/subscribers/${names}`),
      ),
    );
  },
};
