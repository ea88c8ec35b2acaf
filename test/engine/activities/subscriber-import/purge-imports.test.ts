import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgeJobs } from '../../../../engine/activities/maintenance/purge-jobs.ts';
import { maintainedSubscriberImports } from '../../../../engine/activities/subscriber-import.ts';
import { sourceKey } from '../../../../engine/files/source-key.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { attempt, createEnvironment, stageImport, undisturbed } from '../pipeline.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

describe('the purge', () => {
  it('removes logs, staging and source of an import that ended longer ago than its policy says', async () => {
    const importId = await endedImport('7 days 1 second');
    expect(await purge()).toEqual({ purged: 1 });
    expect(await leftOf(importId)).toEqual({ logs: [], staging: [], source: null });
    expect(await fixture.readImport(importId)).toMatchObject({ state: 'failed', records: 2, counters: { failed: 1 } });
  });

  it('comes once to each import', async () => {
    await endedImport('8 days');
    expect(await purge()).toEqual({ purged: 1 });
    expect(await purge()).toEqual({ purged: 0 });
  });

  it('leaves younger ones, those that keep their logs longer, and unfinished ones alone', async () => {
    const ids = [await endedImport('6 days 23 hours'), await endedImport('8 days'), await endedImport('9 days')];
    const policy = `update subscriber_imports set policy = policy || '{"logRetentionMs": 864000000}' where id = $1`;
    await fixture.pool.query(policy, [ids[1]]);
    await fixture.pool.query(`update subscriber_imports set finished_at = null where id = $1`, [ids[2]]);
    expect(await purge()).toEqual({ purged: 0 });
    for (const id of ids) {
      const { logs, staging, source } = await leftOf(id);
      expect([logs, staging.length, source]).toEqual([['failed'], 3, 11]);
    }
  });
});

function purge(): Promise<{ purged: number }> {
  return createEnvironment().run(purgeJobs({ ...fixture.deps, maintainedKinds: [maintainedSubscriberImports] }));
}

/** A staged import with a failed row that was marked as failed so long ago. */
async function endedImport(ago: string): Promise<number> {
  const importId = await fixture.createImport(await fixture.createList(), 'a@x.io\nbad\n');
  await stageImport(importId, { perform: undisturbed(fixture.deps) });
  await attempt(fixture.deps, 'recordImportState', { importId, state: 'failed', errorMessage: 'It broke.' });
  await attempt(fixture.deps, 'cleanUpImport', { importId });
  const age = `update subscriber_imports set finished_at = now() - $2::interval where id = $1`;
  await fixture.pool.query(age, [importId, ago]);
  return importId;
}

async function leftOf(importId: number): Promise<{ logs: string[]; staging: string[]; source: number | null }> {
  const { logs } = await fixture.readImport(importId);
  const source = await fixture.deps.files.size(sourceKey({ id: importId, jobKey: null }));
  return { logs: Object.keys(logs), staging: await fixture.stagingTables(importId), source };
}
