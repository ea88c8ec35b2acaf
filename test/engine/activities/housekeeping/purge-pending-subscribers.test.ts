import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgePendingSubscribers } from '../../../../engine/activities/maintenance/purge-pending-subscribers.ts';
import {
  addPendingSubscriber,
  findPendingSubscriber,
  markConfirmed,
} from '../../../../engine/db/subscribers/pending-subscribers.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { createEnvironment } from '../pipeline.ts';

const SUBSCRIBER = {
  email: 'ann@example.com',
  status: 'active' as const,
  emailFormat: null,
  confirmed: null,
  subscribeTime: null,
  subscribeIp: null,
  customFields: {},
};
const CONTROLS = { skip: true, filter: null, excludeReacted: false };

describe('the purge of pending subscribers', () => {
  let fixture: ImportFixture;
  let mailingListId: number;
  let webFormId: number;
  beforeAll(async () => {
    fixture = await createImportFixture();
    mailingListId = (await fixture.createList()).id;
    const { rows } = await fixture.pool.query<{ id: number }>(
      `insert into web_forms (mailing_list_id, name, from_email, confirmation_subject, confirmation_body)
       values ($1, 'Form', 'f@example.com', 'Confirm', '%%confirmation_url%%') returning id`,
      [mailingListId],
    );
    webFormId = rows[0]?.id ?? 0;
  });
  afterAll(() => fixture.close());

  async function waiting(validityMs: number): Promise<string> {
    const pending = { mailingListId, webFormId, subscriber: SUBSCRIBER, autoresponders: CONTROLS, validityMs };
    return (await addPendingSubscriber(fixture.pool, pending)).token;
  }
  const found = (token: string) => findPendingSubscriber(fixture.pool, token);
  const purge = () => createEnvironment().run(purgePendingSubscribers(fixture.deps));
  const days = (count: number) => count * 86_400_000;

  it('forgets who they were when the link has expired, and that there was a link 90 days later', async () => {
    const [fresh, expired, old] = [await waiting(days(7)), await waiting(-1), await waiting(-days(91))];
    expect(await purge()).toEqual({ emptied: 2, removed: 1 });
    expect(await found(fresh)).toMatchObject({ state: 'waiting', subscriber: { email: 'ann@example.com' } });
    expect(await found(expired)).toMatchObject({ state: 'expired', subscriber: null, autoresponders: null });
    expect(await found(old)).toBeNull();
    expect(await purge()).toEqual({ emptied: 0, removed: 0 });
  });

  it('keeps apart those who confirmed', async () => {
    const token = await waiting(days(7));
    const client = await fixture.pool.connect();
    try {
      await markConfirmed(client, (await found(token))?.id ?? 0);
    } finally {
      client.release();
    }
    expect(await purge()).toEqual({ emptied: 0, removed: 0 });
    expect(await found(token)).toMatchObject({ state: 'confirmed', subscriber: null });
  });

  it('leaves alone who is being confirmed in the last moment', async () => {
    const token = await waiting(-1);
    const client = await fixture.pool.connect();
    try {
      await client.query('begin');
      await findPendingSubscriber(client, token, { hold: true });
      expect(await purge()).toEqual({ emptied: 0, removed: 0 });
      await client.query('rollback');
    } finally {
      client.release();
    }
    expect(await purge()).toEqual({ emptied: 1, removed: 0 });
  });
});
