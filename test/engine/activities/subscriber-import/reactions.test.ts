import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportOptions } from '../../../../engine/domain/subscriber-imports.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import { DEFAULTS } from '../../../support/import-options.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { attempt, importFile, stageImport, undisturbed } from '../pipeline.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

describe('autoresponder reactions of an import', () => {
  it('are queued by subscription for new subscribers, only of autoresponders that run from imports', async () => {
    const list = await listWithOld();
    const welcome = await fixture.createAutoresponder(list.id, RUNS_FROM_IMPORT);
    await fixture.createAutoresponder(list.id);
    await fixture.createAutoresponder(list.id, { ...RUNS_FROM_IMPORT, trigger: 'campaign_open' });
    expect(
      await reactionsTo(list, { subscription: { trigger: true, also_trigger_on_updated_subscribers: false } }),
    ).toEqual([[welcome.id, 'new@x.io']]);
  });

  it('are queued by subscription for updated subscribers too when the import says so', async () => {
    const list = await listWithOld();
    const { id } = await fixture.createAutoresponder(list.id, RUNS_FROM_IMPORT);
    const subscription = { trigger: true, also_trigger_on_updated_subscribers: true };
    expect(await reactionsTo(list, { subscription })).toEqual([
      [id, 'new@x.io'],
      [id, 'old@x.io'],
    ]);
    const off = { trigger: false, also_trigger_on_updated_subscribers: true };
    expect(await reactionsTo(list, { subscription: off })).toEqual([]);
  });

  it('are queued by api for new and for updated subscribers apart', async () => {
    const list = await listWithOld();
    const trigger_new = await fixture.createAutoresponder(list.id, { trigger: 'api' });
    const trigger_updated = await fixture.createAutoresponder(list.id, { trigger: 'api' });
    expect(await reactionsTo(list, { api: { trigger_new, trigger_updated } })).toEqual([
      [trigger_new.id, 'new@x.io'],
      [trigger_updated.id, 'old@x.io'],
    ]);
  });

  it('are queued once when both triggers name the same autoresponder', async () => {
    const list = await listWithOld();
    const trigger_new = await fixture.createAutoresponder(list.id, RUNS_FROM_IMPORT);
    const subscription = { trigger: true, also_trigger_on_updated_subscribers: false };
    const reactions = await reactionsTo(list, { subscription, api: { trigger_new, trigger_updated: null } });
    expect(reactions).toEqual([[trigger_new.id, 'new@x.io']]);
  });

  it('are not queued of an autoresponder that was deleted after the import was made', async () => {
    const list = await listWithOld();
    const trigger_new = await fixture.createAutoresponder(list.id, { trigger: 'api', deleted_at: new Date() });
    expect(await reactionsTo(list, { api: { trigger_new, trigger_updated: null } })).toEqual([]);
  });

  it('are queued for active subscribers only', async () => {
    const list = await listWithOld();
    const trigger_new = await fixture.createAutoresponder(list.id, { trigger: 'api' });
    const reactions = await reactionsTo(
      list,
      { api: { trigger_new, trigger_updated: trigger_new } },
      {
        subscriber_defaults: { status: 'unsubscribed' },
        default_status_sent: true,
        overwrite_what: { ...DEFAULTS.overwrite_what, status: true },
      },
    );
    expect(reactions).toEqual([]);
  });

  it('fall due after the delay of their autoresponder', async () => {
    const list = await listWithOld();
    const trigger_new = await fixture.createAutoresponder(list.id, { trigger: 'api', delay_seconds: 3600 });
    await reactionsTo(list, { api: { trigger_new, trigger_updated: null } });
    const { rows } = await fixture.pool.query(
      `select extract(epoch from due_at - created_at)::integer as seconds from autoresponder_reactions
        where mailing_list_id = $1`,
      [list.id],
    );
    expect(rows).toEqual([{ seconds: 3600 }]);
  });

  it('are queued once, though the acknowledgement of their chunk gets lost', async () => {
    const list = await listWithOld();
    const trigger_new = await fixture.createAutoresponder(list.id, { trigger: 'api' });
    const importId = await fixture.createImport(list, 'new@x.io\n', {
      autoresponders: { ...DEFAULTS.autoresponders, api: { trigger_new, trigger_updated: null } },
    });
    await stageImport(importId, { perform: undisturbed(fixture.deps) });
    const lost = await attempt(fixture.deps, 'mergeChunk', { importId, number: 0 });
    expect(await attempt(fixture.deps, 'mergeChunk', { importId, number: 0 })).toEqual(lost);
    expect(await readReactions(importId)).toEqual([[trigger_new.id, 'new@x.io']]);
  });
});

const RUNS_FROM_IMPORT = { trigger_include_subscribers_from_import: true };

async function listWithOld(): Promise<TestList> {
  const list = await fixture.createList();
  await fixture.addSubscribers(list.id, [{ email: 'old@x.io' }]);
  return list;
}

/** Imports one new and one known subscriber. @returns `[autoresponder id, subscriber key]` of each reaction */
async function reactionsTo(
  list: TestList,
  autoresponders: Partial<ImportOptions['autoresponders']>,
  options: Partial<ImportOptions> = {},
): Promise<unknown[]> {
  const { id } = await importFile(fixture, list, 'new@x.io\nold@x.io\n', {
    overwrite: true,
    autoresponders: { ...DEFAULTS.autoresponders, ...autoresponders },
    ...options,
  });
  return readReactions(id);
}

async function readReactions(importId: number): Promise<unknown[]> {
  const { rows } = await fixture.pool.query<{ reaction: unknown }>(
    `select json_build_array(r.autoresponder_id, s.key) as reaction
       from autoresponder_reactions r join subscribers s on s.mailing_list_id = r.mailing_list_id and s.id = r.subscriber_id
      where r.subscriber_import_id = $1 order by s.key, r.autoresponder_id`,
    [importId],
  );
  return rows.map(({ reaction }) => reaction);
}
