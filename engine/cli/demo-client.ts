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
  /** Uploads a file of so many generated rows, and begins to import it into a list of its own. @returns the id of the import */
  startLargeImport(rows: number): Promise<number>;
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

const LARGE_LIST_NAME = 'Sluice demo, large file';
const LARGE_FIELDS = [
  { name: 'City', field_type: 'text' },
  { name: 'Visits', field_type: 'number' },
];
const CITIES = ['Accra', 'Kyoto', 'Lima', 'Oslo', 'Porto'];

/** One address in a thousand is none. */
function largeFile(rows: number): string {
  const row = (n: number) =>
    `reader${n}${n % 1000 === 0 ? '' : '@'}example.com,${CITIES[n % CITIES.length] ?? ''},${n % 90}`;
  return `Email,City,Visits\n${Array.from({ length: rows }, (_, at) => `${row(at + 1)}\n`).join('')}`;
}

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
  const findOrCreate = async (name: string, fields: readonly object[]) => {
    const lists = await call<{ id: number; name: string }[]>('GET', '/mailing_lists');
    const known = lists.find((list) => list.name === name);
    if (known !== undefined) return known.id;
    const { id } = await call<{ id: number }>('POST', '/mailing_lists', { mailing_list: { name } });
    for (const field of fields) await call('POST', `/mailing_lists/${id}/custom_fields`, { custom_field: field });
    return id;
  };
  const start = async (listId: number, column_mapping: readonly string[], file_source: object) => {
    const subscriber_import = { overwrite: true, column_mapping, file_source };
    return (await call<DemoImport>('POST', `/mailing_lists/${listId}/subscriber_imports`, { subscriber_import })).id;
  };
  /** By the protocol tus, in one call. @returns the id of the upload */
  const upload = async (content: string, filename: string) => {
    const response = await fetch(`${baseUrl}/uploads`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${apiKey}`,
        'content-type': 'application/offset+octet-stream',
        'tus-resumable': '1.0.0',
        'upload-length': String(Buffer.byteLength(content)),
        'upload-metadata': `filename ${Buffer.from(filename).toString('base64')}`,
      },
      body: content,
    });
    const id = response.headers.get('location')?.split('/').at(-1);
    if (response.status !== 201 || id === undefined) throw new Error(`POST /uploads: ${await response.text()}`);
    return id;
  };
  return {
    findOrCreateList: () => findOrCreate(LIST_NAME, FIELDS),
    startImport: (listId, content) => start(listId, MAPPING, { type: 'json', content }),
    startLargeImport: async (rows) => {
      const listId = await findOrCreate(LARGE_LIST_NAME, LARGE_FIELDS);
      const id = await upload(largeFile(rows), 'large.csv');
      return start(listId, ['email', ...LARGE_FIELDS.map(({ name }) => name)], { type: 'upload', id });
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
