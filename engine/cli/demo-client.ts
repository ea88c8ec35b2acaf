import { setTimeout as delay } from 'node:timers/promises';
import { hasEnded } from '../domain/job-states.ts';

/** An import's detail, as far as the demo shows it. */
export interface DemoImport {
  readonly id: number;
  readonly state: string;
  readonly error_message: string | null;
  readonly stats: {
    readonly number_of_records: number | null;
    readonly records_imported: number;
    readonly subscribers: Readonly<Record<string, number>>;
  };
}

/** The calls of the demo, made over HTTP like any client's. */
export interface DemoClient {
  findOrCreateList(): Promise<number>;
  startImport(listId: number, content: string): Promise<number>;
  /** Shows each change until the import has ended. @returns its last detail */
  follow(importId: number, show: (detail: DemoImport) => void): Promise<DemoImport>;
}

const LIST_NAME = 'Sluice demo';
const POLL_MS = 50;

const FIELDS = [
  { name: 'First Name', field_type: 'text', maximum_length: 40 },
  { name: 'City', field_type: 'text' },
  { name: 'Birthday', field_type: 'date' },
  { name: 'Visits', field_type: 'number', minimum_value: 0 },
  {
    name: 'Plan',
    field_type: 'select_single_dropdown',
    options: [{ name: 'Free' }, { name: 'Plus' }, { name: 'Pro' }],
  },
  {
    name: 'Interests',
    field_type: 'select_multiple_checkboxes',
    options: [{ name: 'News' }, { name: 'Offers' }, { name: 'Events' }],
  },
  { name: 'Newsletter', field_type: 'boolean' },
  { name: 'Notes', field_type: 'text_multiline' },
];

const MAPPING = [
  'email',
  'First Name',
  'City',
  'Birthday',
  'Visits',
  'Plan',
  'Interests',
  'Newsletter',
  'subscribe_time',
  'Notes',
];

/** Creates a client for the API under `baseUrl` with a Basic credential. */
export function createDemoClient(baseUrl: string, apiKey: string): DemoClient {
  const call = async <Data>(method: string, path: string, body?: unknown): Promise<Data> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Basic ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const envelope = (await response.json()) as { success: boolean; data: Data; error_message: string | null };
    if (!envelope.success) throw new Error(`${method} ${path}: ${envelope.error_message ?? response.statusText}`);
    return envelope.data;
  };
  return {
    findOrCreateList: async () => {
      const lists = await call<{ id: number; name: string }[]>('GET', '/mailing_lists');
      const known = lists.find((list) => list.name === LIST_NAME);
      if (known !== undefined) return known.id;
      const { id } = await call<{ id: number }>('POST', '/mailing_lists', { mailing_list: { name: LIST_NAME } });
      for (const field of FIELDS) await call('POST', `/mailing_lists/${id}/custom_fields`, { custom_field: field });
      return id;
    },
    startImport: async (listId, content) => {
      const subscriberImport = {
        overwrite: true,
        column_mapping: MAPPING,
        file_source: { type: 'json', content },
      };
      const path = `/mailing_lists/${listId}/subscriber_imports`;
      return (await call<DemoImport>('POST', path, { subscriber_import: subscriberImport })).id;
    },
    follow: async (importId, show) => {
      for (;;) {
        const detail = await call<DemoImport>('GET', `/subscriber_imports/${importId}`);
        show(detail);
        if (hasEnded(detail.state)) return detail;
        await delay(POLL_MS);
      }
    },
  };
}
