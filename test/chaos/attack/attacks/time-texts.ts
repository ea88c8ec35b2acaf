import type { Attack } from '../attack.ts';

/** Texts that patterns for times read again and again from every character. */
export const timeTexts: Attack = {
  name: 'time-texts',
  title: 'texts of 160 KB in place of times: subscribers, imports, templates, queries',
  play: async ({ call, listId, size }) => {
    const texts = ['T', ' ', '1', '-', '2024-01-01T', '0:', '+'].map((part) => part.repeat(160_000 / part.length));
    const file_source = { type: 'json', content: 'email\n' };
    const calls = texts.slice(0, size === 'full' ? texts.length : 2).flatMap((text, i) => [
      () =>
        call('POST', `/mailing_lists/${listId}/subscribers`, {
          subscriber: { email: `t${i}@example.com`, subscribe_time: text },
        }),
      () =>
        call('POST', `/mailing_lists/${listId}/subscriber_imports`, {
          subscriber_import: { column_mapping: ['email'], file_source, begins_at: text },
        }),
      () =>
        call('POST', `/mailing_lists/${listId}/templates`, {
          campaign: { name: `Template ${i}`, contents: [{ subject: 'x' }], dispatch_attributes: { begins_at: text } },
        }),
      () =>
        call(
          'GET',
          `/mailing_lists/${listId}/campaign_statistics?started_at__start=${encodeURIComponent(text.slice(0, 4_000))}`,
        ),
    ]);
    await Promise.all(calls.map((send) => send()));
  },
};
