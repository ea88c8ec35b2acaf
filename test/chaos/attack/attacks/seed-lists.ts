import type { Attack } from '../attack.ts';

/** A message for every bad element of one text. */
export const seedLists: Attack = {
  name: 'seed-lists',
  title: 'seed lists of 2 and 8 MB of bad addresses, as text and as arrays; users with as many permissions',
  play: async ({ call, size }) => {
    const megabytes = size === 'full' ? [2, 8, 8] : [2];
    for (const size_ of megabytes) {
      const addresses = '1,'.repeat(size_ * 500_000);
      const addresses_array = addresses.split(',');
      await Promise.all([
        call('POST', '/seed_lists', { seed_list: { name: 'Bad', addresses } }),
        call('POST', '/seed_lists', { seed_list: { name: 'Bad', addresses: addresses.replaceAll(',', '\n') } }),
        call('POST', '/seed_lists', { seed_list: { name: 'Bad', addresses_array } }),
        call('POST', '/users', {
          user: { full_name: 'Bad', email: 'bad@example.com', default_preview_recipients: addresses_array },
        }),
        call('POST', '/users', {
          user: { full_name: 'Bad', email: 'bad@example.com', permissions: { subscriber: addresses_array } },
        }),
      ]);
    }
  },
};
