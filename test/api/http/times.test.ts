import { beforeAll, describe, expect, it } from 'vitest';
import { documentOf } from '../support/check-answers.ts';
import type { ApiDocument, Described } from '../support/check-answers.ts';
import { buildSubscriberApi } from '../subscribers/support.ts';
import type { SubscriberApi } from '../subscribers/support.ts';
import { SHAPES, WRITTEN, ZONE } from './written-times.ts';

type Row = Record<string, any>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
let api: SubscriberApi;
let owner: { id: number; key: string };
let listId: number;
let templateId: number;
let subscriberId: number;
let document: ApiDocument;

beforeAll(async () => {
  api = await buildSubscriberApi();
  owner = await api.addOrganization({ timeZone: ZONE });
  listId = await api.addList({}, owner.key);
  const campaign = { name: 'Spring' };
  templateId = (await api.call<Row>('POST', `/mailing_lists/${listId}/templates`, { campaign })).data.id;
  subscriberId = Number((await api.create(listId, { email: 'ann@example.com' })).data.id);
  document = await documentOf(api.app);
});

/** Each body with a time: the operation, the name, the path, the body with a text in its place, and where it is answered. */
const BODIES: [string, string, () => string | Promise<string>, (text: string) => Row, (data: Row) => string][] = [
  [
    'POST /mailing_lists/{id}/subscribers',
    'subscribe_time',
    () => `/mailing_lists/${listId}/subscribers`,
    (text) => ({ subscriber: { email: `${++names}@example.com`, subscribe_time: text } }),
    (data) => data.subscribe_time,
  ],
  [
    'PUT /mailing_lists/{id}/subscribers/{name}',
    'subscribe_time',
    () => `/mailing_lists/${listId}/subscribers/${subscriberId}`,
    (text) => ({ subscriber: { subscribe_time: text } }),
    (data) => data.subscribe_time,
  ],
  [
    'POST /mailing_lists/{id}/subscriber_imports',
    'begins_at',
    () => `/mailing_lists/${listId}/subscriber_imports`,
    (text) => ({
      subscriber_import: {
        begins_at: text,
        column_mapping: ['email'],
        file_source: { type: 'json', content: 'email\n' },
      },
    }),
    (data) => data.begins_at,
  ],
  [
    'POST /subscriber_imports/{id}/start',
    'begins_at',
    async () => `/subscriber_imports/${await addFinishedDryRun()}/start`,
    (text) => ({ begins_at: text }),
    (data) => data.begins_at,
  ],
  [
    'POST /mailing_lists/{id}/templates',
    'begins_at',
    () => `/mailing_lists/${listId}/templates`,
    (text) => ({ campaign: { name: `Template ${++names}`, dispatch_attributes: { begins_at: text } } }),
    (data) => data.dispatch.begins_at,
  ],
  [
    'PUT /templates/{id}',
    'begins_at',
    () => `/templates/${templateId}`,
    (text) => ({ campaign: { dispatch_attributes: { begins_at: text } } }),
    (data) => data.dispatch.begins_at,
  ],
];
let names = 0;

describe.each(BODIES)('%s: %s', (operation, name, path, bodyOf, answered) => {
  const send = (text: string, key = owner.key) =>
    Promise.resolve(path()).then((at) =>
      api.call<Row>(operation.split(' ', 1).join() as Method, at, bodyOf(text), key),
    );

  it.each(WRITTEN)('takes a time %s: %s', async (_, text, instant) => {
    const { error_message, data } = await send(text);
    expect({ error_message, instant: secondsOf(answered(data)) }).toEqual({
      error_message: null,
      instant: secondsOf(instant),
    });
  });

  it('is in the time zone of the organization that owns the list, whoever sends it', async () => {
    const { data } = await send('2030-07-01', api.admin);
    expect(answered(data)).toBe('2030-06-30T22:00:00Z');
  });

  it.each(['soon', '2030-02-30', '2030-01-31T25:00', '2030-01', '09:00', '2030-01-31Z', '99999-01-01', 'x'.repeat(65)])(
    'refuses %s, with the shapes that are taken',
    async (text) => {
      const { error_code, error_message } = await send(text);
      expect({ error_code, error_message }).toEqual({
        error_code: 'validation_failed',
        error_message: expect.stringMatching(new RegExp(`${name} must be .*${SHAPES.replaceAll('+', '\\+')}`)),
      });
    },
  );
});
describe('every time that can be sent', () => {
  it('is one of those above, and says in the OpenAPI document which shapes are taken', () => {
    const found = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        timesOf(operation).map(([name, schema]) => [`${method.toUpperCase()} ${path}`, name, schema] as const),
      ),
    );
    const inBodies = found.filter(([operation]) => !operation.startsWith('GET'));
    expect(inBodies.map(([operation, name]) => `${operation} ${name}`).sort()).toEqual(
      BODIES.map(([operation, name]) => `${operation} ${name}`).sort(),
    );
    const inQueries = found.filter(([operation]) => operation.startsWith('GET'));
    expect(new Set(inQueries.map(([operation, name]) => `${operation.split('/').at(-1)} ${name}`))).toEqual(
      new Set([
        ...['all', 'unfinished', 'all_on_all_organizations', 'unfinished_on_all_organizations'].flatMap((which) =>
          ['begins_at__after', 'begins_at__before', 'finished_at__after', 'finished_at__before'].map(
            (name) => `${which} ${name}`,
          ),
        ),
        'campaign_statistics started_at__start',
        'campaign_statistics started_at__end',
      ]),
    );
    for (const [operation, name, schema] of found) {
      expect(schema.description, `${operation} ${name}`).toMatch(/ISO 8601 with or without an offset, or a date/);
      expect(schema.description, `${operation} ${name}`).toContain('time zone of the organization');
      expect(schema.examples, `${operation} ${name}`).toContain('2030-01-31');
      expect(schema.maxLength, `${operation} ${name}`).toBe(64);
    }
  });
});

async function addFinishedDryRun(): Promise<number> {
  const subscriber_import = {
    column_mapping: ['email'],
    file_source: { type: 'json', content: 'email\n' },
    dry_run: true,
  };
  const path = `/mailing_lists/${listId}/subscriber_imports`;
  const { id } = (await api.call<{ id: number }>('POST', path, { subscriber_import }, owner.key)).data;
  await api.database.pool.query(`update subscriber_imports set state = 'finished', finished_at = now() where id = $1`, [
    id,
  ]);
  return id;
}

function secondsOf(time: string): number {
  return Date.parse(time) / 1000;
}

/** The parameters and attributes of an operation that are times by their names, with their schemas. */
function timesOf({ parameters, requestBody }: Described): [string, Row][] {
  const inQuery = parameters
    .filter((parameter) => parameter.in === 'query' && /_(?:at|time)(?:__\w+)?$/.test(parameter.name))
    .map((parameter): [string, Row] => [parameter.name, { ...parameter, ...(parameter.schema as Row) }]);
  const inBody = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => timesIn(schema as Row));
  return [...inQuery, ...inBody];
}

function timesIn(schema: Row): [string, Row][] {
  const options = [schema, ...(schema.anyOf ?? [])] as Row[];
  return options.flatMap(({ properties = {} }) =>
    Object.entries(properties as Record<string, Row>).flatMap(([name, inner]): [string, Row][] =>
      /_(?:at|time)$/.test(name) ? [[name, inner.anyOf?.[0] ?? inner]] : timesIn(inner),
    ),
  );
}
