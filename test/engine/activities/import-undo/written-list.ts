import type { SubscriberStatus } from '../../../../engine/domain/subscribers.ts';
import { createSubscriber } from '../../../../engine/subscribers/create-subscriber.ts';
import type { ListContext } from '../../../../engine/subscribers/list-context.ts';
import { removeSubscribers } from '../../../../engine/subscribers/remove-subscribers.ts';
import { KeyTaken } from '../../../../engine/subscribers/storage.ts';
import { unsubscribe } from '../../../../engine/subscribers/unsubscribe.ts';
import { updateSubscriber } from '../../../../engine/subscribers/update-subscriber.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { importFile } from '../pipeline.ts';
import type { RandomFile, Writer } from './random-writers.ts';
import { UndoModel } from './undo-model.ts';
import type { ModelRow } from './undo-model.ts';

/** A list that imports and other writers write, by the functions that the service calls, and the model that learns of each. */
export interface WrittenList {
  readonly id: number;
  readonly model: UndoModel;
  read(): Promise<readonly ModelRow[]>;
  /** Runs an import to its end. @returns its id */
  import(file: RandomFile): Promise<number>;
  write(writer: Writer): Promise<void>;
}

/** Creates a list with attributes and fields. */
export async function createWrittenList(
  fixture: ImportFixture,
  subscribers: Parameters<ImportFixture['addSubscribers']>[1],
): Promise<WrittenList> {
  const fields = ['City', 'Team'].map((name) => ({ name, fieldType: 'text' as const }));
  const list = await fixture.createList({ hasFormat: true, hasConfirmed: true, fields });
  await fixture.addSubscribers(list.id, subscribers);
  const model = new UndoModel();
  const read = () => readRows(fixture, list.id);
  return {
    id: list.id,
    model,
    read,
    import: async ({ rows, options }) => {
      const before = await read();
      const { id } = await importFile(fixture, list, rows.map((cells) => `${cells.join(',')}\n`).join(''), options);
      model.noteImport(id, before, await read(), new Set(rows.map(([key = '']) => key)));
      return id;
    },
    write: async (writer) => {
      if (writer.kind === 'add') return add(fixture, list, writer);
      const id = (await read()).find(({ key }) => key === writer.email)?.id;
      if (id === undefined) return;
      await perform(fixture, list, id, writer);
      const hasLeft = writer.kind === 'unsubscribe' || (writer.kind === 'status' && writer.status !== 'active');
      model.noteWrite(id, { hasLeft });
    },
  };
}

async function readRows({ pool }: ImportFixture, listId: number): Promise<readonly ModelRow[]> {
  const { rows } = await pool.query<ModelRow>(
    `select id, key, jsonb_strip_nulls(custom_fields || jsonb_build_object(
              'email', email, 'status', status, 'remove_time', remove_time::text, 'remove_ip', remove_ip,
              'email_format', email_format, 'confirmed', confirmed, 'confirm_time', confirm_time::text,
              'subscribe_time', subscribe_time::text, 'subscribe_ip', subscribe_ip)) as values
       from subscribers where mailing_list_id = $1 order by id`,
    [listId],
  );
  return rows;
}

async function add(
  { pool }: ImportFixture,
  list: TestList,
  { email, status }: { readonly email: string; readonly status: SubscriberStatus },
): Promise<void> {
  const others = { emailFormat: null, confirmed: null, subscribeTime: null, subscribeIp: null, customFields: {} };
  const controls = { skip: true, filter: null, excludeReacted: false };
  await createSubscriber(pool, contextOf(list), { email, status, ...others }, controls).catch((error: unknown) => {
    if (!(error instanceof KeyTaken)) throw error;
  });
}

async function perform(
  { pool }: ImportFixture,
  list: TestList,
  id: number,
  writer: Exclude<Writer, { kind: 'add' }>,
): Promise<void> {
  const context = contextOf(list);
  switch (writer.kind) {
    case 'unsubscribe': {
      const token = { mailingListId: list.id, subscriberId: id, campaignId: writer.campaignId, contentId: null };
      await unsubscribe(pool, context, token, '::9');
      return;
    }
    case 'delete':
      await removeSubscribers(pool, context.list, { id });
      return;
    case 'field':
    case 'status': {
      const status = writer.kind === 'status' ? { status: writer.status } : {};
      const fields = writer.kind === 'field' ? { [String(list.fields['City'])]: writer.city } : {};
      await updateSubscriber(
        pool,
        context,
        { id },
        {
          change: (before) => ({
            ...before,
            ...{ subscribeTime: null, removeIp: null, ...status },
            customFields: { ...before.customFields, ...fields },
          }),
          runsAutoresponders: false,
        },
      );
    }
  }
}

function contextOf({ id, organizationId }: TestList): ListContext {
  const list = { id, organizationId, primaryKeyCustomFieldId: null };
  return { list: list as unknown as ListContext['list'], fields: [] };
}
