import { beforeAll, describe, expect, it } from 'vitest';
import { documentOf } from '../support/check-answers.ts';
import type { ApiDocument, Described } from '../support/check-answers.ts';
import { buildSubscriberApi } from '../subscribers/support.ts';
import type { SubscriberApi } from '../subscribers/support.ts';

type Row = Record<string, any>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const ZONE = 'Europe/Berlin';

/** What is sent, and the instant that it is in Berlin. */
const WRITTEN = [
  ['with an offset', '2030-07-01T09:00:00-05:00', '2030-07-01T14:00:00Z'],
  ['with the offset Z', '2030-07-01T09:00:00Z', '2030-07-01T09:00:00Z'],
  ['without an offset', '2030-07-01T09:00:00', '2030-07-01T07:00:00Z'],
  ['without seconds, in winter', '2030-01-31T09:00', '2030-01-31T08:00:00Z'],
  ['with a space', '2030-01-31 09:00', '2030-01-31T08:00:00Z'],
  ['as a date', '2030-01-31', '2030-01-30T23:00:00Z'],
  ['that the clocks skip', '2030-03-31T02:30', '2030-03-31T01:30:00Z'],
  ['that the clocks show twice', '2030-10-27T02:30', '2030-10-27T00:30:00Z'],
] as const;

const SHAPES = '2030-01-31T09:00:00+01:00 or, in the time zone of the organization, 2030-01-31T09:00 or 2030-01-31';

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
const BODIES: [string, string, () => string, (text: string) => Row, (data: Row) => string][] = [
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
    api.call<Row>(operation.split(' ', 1).join() as Method, path(), bodyOf(text), key);

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

describe('the times of a query', () => {
  const JOBS = ['begins_at__after', 'begins_at__before', 'finished_at__after', 'finished_at__before'];

  /** The names of the campaigns around an instant that a query finds, of a list of its own. */
  async function jobsFound(path: string, key: string, name: string, text: string, instant: string) {
    await api.database.pool.query('delete from campaigns');
    for (const [campaign, seconds] of Object.entries({ earlier: -1, then: 0, later: 1 })) {
      const time = new Date(Date.parse(instant) + seconds * 1000);
      await api.database.pool.query(
        `insert into campaigns (organization_id, mailing_list_id, name, state, begins_at, finished_at, started_at)
         values ($1, $2, $3, 'finished', $4, $4, $4)`,
        [owner.id, listId, campaign, time],
      );
    }
    const query = `job_type=Campaign&${name}=${encodeURIComponent(text)}`;
    const { error_message, data } = await api.call<Row[]>('GET', `${path}?${query}`, undefined, key);
    return { error_message, found: data.map((job) => String(job.name)) };
  }

  describe.each(JOBS)('GET /jobs/all?%s', (name) => {
    it.each(WRITTEN)('takes a time %s: %s', async (_, text, instant) => {
      const found = [name.endsWith('after') ? 'later' : 'earlier'];
      expect(await jobsFound('/jobs/all', owner.key, name, text, instant)).toEqual({ error_message: null, found });
    });

    it('takes seconds since 1970, and a plus sign that is not encoded', async () => {
      const found = [name.endsWith('after') ? 'later' : 'earlier'];
      const expected = { error_message: null, found };
      expect(await jobsFound('/jobs/all', owner.key, name, '1896076800', '2030-01-31T08:00:00Z')).toEqual(expected);
      for (const text of ['2030-01-31T09:00:00 01:00', '2030-01-31 09:00 0100', '20300131T09 01']) {
        expect(await jobsFound('/jobs/all', owner.key, name, text, '2030-01-31T08:00:00Z')).toEqual(expected);
      }
    });

    it.each(['soon', '2030-02-30', '2030-01', '09:00', '2030-01-31 25:00', '1'.repeat(65)])(
      'refuses %s, with the shapes that are taken',
      async (text) => {
        const { error_code, error_message } = await api.call('GET', `/jobs/all?${name}=${text}`, undefined, owner.key);
        expect({ error_code, error_message }).toEqual({
          error_code: 'invalid_request',
          error_message: `${name} must be a Unix time or a time in ISO 8601: ${SHAPES}`,
        });
      },
    );
  });

  it.each([
    ['the organization in the path', () => `/organizations/${owner.id}/jobs/all`, '2030-06-30T22:00:00Z'],
    ['the caller, for all organizations', () => '/jobs/all_on_all_organizations', '2030-07-01T00:00:00Z'],
  ])('are in the time zone of %s', async (_, path, instant) => {
    expect(await jobsFound(path(), api.admin, 'begins_at__after', '2030-07-01', instant)).toEqual({
      error_message: null,
      found: ['later'],
    });
  });

  describe.each(['started_at__start', 'started_at__end'])('GET campaign_statistics?%s', (name) => {
    async function opensCounted(text: string, instant: string, key = owner.key) {
      const isStart = name === 'started_at__start';
      await api.database.pool.query('delete from campaigns');
      for (const [opens, seconds] of Object.entries({ 1: -1, 10: 0, 100: 1 })) {
        await api.database.pool.query(
          `with started as (insert into campaigns (organization_id, mailing_list_id, name, started_at)
                            values ($1, $2, 'x', $3) returning id)
           insert into campaign_counters (campaign_id, opens_total) select id, $4::bigint from started`,
          [owner.id, listId, new Date(Date.parse(instant) + seconds * 1000), opens],
        );
      }
      const other = isStart ? 'started_at__end=2101-01-01' : 'started_at__start=2001-01-01';
      const query = `${name}=${encodeURIComponent(text)}&${other}`;
      const path = `/mailing_lists/${listId}/campaign_statistics?${query}`;
      const { error_message, data } = await api.call<Row | null>('GET', path, undefined, key);
      return { error_message, opens: data?.opens_total as unknown };
    }
    const expected = { error_message: null, opens: name === 'started_at__start' ? 110 : 1 };

    it.each(WRITTEN)('takes a time %s: %s', async (_, text, instant) => {
      expect(await opensCounted(text, instant)).toEqual(expected);
    });

    it('is in the time zone of the organization that owns the list, whoever asks', async () => {
      expect(await opensCounted('2030-07-01', '2030-06-30T22:00:00Z', api.admin)).toEqual(expected);
    });

    it('refuses what is no time, with the shapes that are taken', async () => {
      expect((await opensCounted('soon', '2030-06-30T22:00:00Z')).error_message).toBe(
        `${name} must be a Unix time or a time in ISO 8601: ${SHAPES}`,
      );
    });
  });
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
      expect(schema.description, `${operation} ${name}`).toMatch(
        /ISO 8601 with an offset, without one, or a date alone/,
      );
      expect(schema.description, `${operation} ${name}`).toContain('time zone of the organization');
      expect(schema.examples, `${operation} ${name}`).toContain('2030-01-31');
      expect(schema.maxLength, `${operation} ${name}`).toBe(64);
    }
  });
});

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
