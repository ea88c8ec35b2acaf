import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { COUNTERS } from '../../../engine/domain/subscriber-imports.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, createImport, setImport } from '../support/import-rows.ts';

const TOTALS = JSON.stringify(Object.fromEntries(COUNTERS.map((name) => [name, 1])));

describe('event streams', () => {
  let api: TestApi;
  let url: string;
  let listId: number;
  beforeAll(async () => {
    api = await build({ callsPerOrganization: 2 });
    url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    listId = await addList(api);
  });

  const open = (path: string, headers: Record<string, string> = {}, key = api.admin) =>
    openAt(`${url}${API_PREFIX}${path}`, { authorization: `Basic ${key}`, ...headers });
  /** Reads a stream up to the n-th event, until enough is read, or to its end. */
  const read = async (
    response: IncomingMessage,
    count = Infinity,
    isRead: (events: readonly Event[]) => boolean = () => false,
  ) => {
    const events: Event[] = [];
    let rest = '';
    for await (const chunk of response) {
      rest += String(chunk);
      for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
        const [, id, data] = /^id: (.*)\nevent: job\ndata: (.*)$/.exec(rest.slice(0, end)) ?? [];
        if (id !== undefined) events.push({ id, data: JSON.parse(data ?? '') });
        rest = rest.slice(end + 2);
      }
      if (events.length >= count || isRead(events)) break;
    }
    return events;
  };

  it('send an import until it has ended, and 204 to a client that knows its end', async () => {
    const { id } = (await createImport(api, listId, { dry_run: true })).data;
    const response = await open(`/subscriber_imports/${id}/events`);
    expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(response.headers['x-accel-buffering']).toBe('no');
    const reading = read(response);
    await setImport(api, id, { state: 'finished', finished_at: new Date().toISOString(), totals: TOTALS });
    const events = await reading;
    const job = { job_type: 'SubscriberImport', id, mailing_list_id: listId, dry_run: true };
    expect(events.at(0)!.data).toMatchObject(job);
    expect(events.at(-1)!.data).toMatchObject({ state: 'finished', progress_value: COUNTERS.length, health: null });

    const [again] = await read(await open(`/subscriber_imports/${id}/events`));
    expect(again!.data).toEqual(events.at(-1)!.data);
    const known = await open(`/subscriber_imports/${id}/events`, { 'last-event-id': again!.id });
    expect(known.statusCode).toBe(204);
  });

  it('send the jobs of the organization and of no other', async () => {
    const other = await api.addOrganization();
    const otherList = await addList(api, {}, other.key);
    const { id } = (await createImport(api, otherList, {}, other.key)).data;
    await api.call('POST', `/mailing_lists/${otherList}/subscriber_exports`, { subscriber_export: {} }, other.key);
    const events = await read(await open('/jobs/events', {}, other.key), 2);
    expect(events.map(({ data }) => [data.job_type, data.state, data.health]).sort()).toEqual([
      ['SubscriberExport', 'idle', 'ok'],
      ['SubscriberImport', 'scheduled', 'ok'],
    ]);
    const refused = await open(`/subscriber_imports/${id}/events`, {}, (await api.addOrganization()).key);
    expect(await json(refused)).toMatchObject({ error_code: 'not_found' });
    expect((await open('/jobs/events', {}, 'x')).statusCode).toBe(401);
  });

  it('send the jobs of all organizations to system administrators', async () => {
    const keys = [(await api.addOrganization()).key, (await api.addOrganization()).key];
    const ids: number[] = [];
    for (const key of keys) ids.push((await createImport(api, await addList(api, {}, key), {}, key)).data.id);
    const response = await open('/jobs/events_on_all_organizations');
    const events = await read(response, Infinity, (seen) => ids.every((id) => seen.some(({ data }) => data.id === id)));
    expect(new Set(events.map(({ data }) => data.organization_id)).size).toBeGreaterThan(1);
    const refused = await open('/jobs/events_on_all_organizations', {}, keys[0]);
    expect([refused.statusCode, await json(refused)]).toMatchObject([403, { error_code: 'not_authorized' }]);
  });

  it('leave the calls of the organization their places', async () => {
    const { key } = await api.addOrganization();
    const streams = await Promise.all(Array.from({ length: 5 }, () => open('/jobs/events', {}, key)));
    expect((await open('/mailing_lists', {}, key)).statusCode).toBe(200);
    for (const stream of streams) stream.destroy();
  });

  it('end when the API is shut down', async () => {
    const { app: stopping, admin } = await build();
    const address = await stopping.listen({ host: '127.0.0.1', port: 0 });
    const response = await openAt(`${address}${API_PREFIX}/jobs/events`, { authorization: `Basic ${admin}` });
    const reading = text(response);
    await stopping.close();
    expect(await reading).toMatch(/^retry: 3000/);
  });
});

interface Event {
  readonly id: string;
  readonly data: any;
}

/** Without the pool of fetch, whose spare connections keep a server from closing. */
function openAt(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => get(url, { agent: false, headers }, resolve).once('error', reject));
}
