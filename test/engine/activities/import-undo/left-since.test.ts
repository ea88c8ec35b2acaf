import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordUnsubscribe } from '../../../../engine/db/subscribers/unsubscribe-events.ts';
import { writeSubscribers } from '../../../../engine/db/subscribers/write-subscribers.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { undoImport } from './perform-undo.ts';
import type { Writer } from './random-writers.ts';
import { createWrittenList } from './written-list.ts';
import type { WrittenList } from './written-list.ts';

const email = 'ann@x.io';
const OVERWRITING = {
  ...{ column_mapping: ['email', 'status'], default_status_sent: true, overwrite: true },
  overwrite_what: { custom_fields: false, confirmed: false, format: false, status: true },
  overwrite_when_status: { active: true, unsubscribed: true, bounced: true, deactivated: true, scomp: true },
};

let fixture: ImportFixture;
let list: WrittenList;

describe('one who was active before an import', () => {
  beforeAll(async () => {
    fixture = await createImportFixture();
  });
  beforeEach(async () => {
    list = await createWrittenList(fixture, [{ email }]);
  });
  afterAll(() => fixture.close());

  it.each(['bounced', 'scomp', 'unsubscribed', 'deactivated'] as const)(
    'stays %s when the API reports what the import said by mistake',
    async (status) => {
      const importId = await importStatus(status);
      await list.write({ kind: 'status', email, status });
      expect(await undone(importId)).toEqual(['kept_left', status]);
    },
  );

  it('stays as it is when it was the same in between', async () => {
    const importId = await importStatus('deactivated');
    await list.write({ kind: 'status', email, status: 'scomp' });
    await list.write({ kind: 'status', email, status: 'deactivated' });
    expect(await undone(importId)).toEqual(['kept_left', 'deactivated']);
  });

  it('stays unsubscribed when it unsubscribes again by a mail by which it had left before', async () => {
    const writers: readonly Writer[] = [
      { kind: 'unsubscribe', email, campaignId: 1 },
      { kind: 'status', email, status: 'active' },
    ];
    for (const writer of writers) await list.write(writer);
    const importId = await importStatus('unsubscribed');
    await list.write({ kind: 'unsubscribe', email, campaignId: 1 });
    expect(await undone(importId)).toEqual(['kept_left', 'unsubscribed']);
  });

  it('stays unsubscribed when the call that unsubscribed it had begun before the import', async () => {
    const [row] = await list.read();
    const token = { mailingListId: list.id, subscriberId: row?.id ?? 0, campaignId: null, contentId: null };
    const written = { id: list.id, organizationId: 0, primaryKeyCustomFieldId: null };
    const importId = await writeSubscribers(fixture.pool, written, { mayAdd: false }, async (writing) => {
      const id = await importStatus('unsubscribed');
      await recordUnsubscribe(writing, token, { ip: null, isRepeated: true });
      return id;
    });
    expect(await undone(importId)).toEqual(['kept_left', 'unsubscribed']);
  });
});

function importStatus(status: string): Promise<number> {
  return list.import({ kind: 'import', rows: [[email, status]], options: OVERWRITING });
}

async function undone(importId: number): Promise<readonly unknown[]> {
  const { outcomes } = await undoImport(fixture, importId, { isDryRun: false, breaks: 'none' });
  const [row] = await list.read();
  return [Object.entries(outcomes).find(([, count]) => count > 0)?.[0], row?.values['status']];
}
