import type { FieldSettings, ImportFixture } from '../../../support/import-fixture.ts';
import type { ModelWorld } from '../../../support/import-model.ts';
import type { RandomImport } from './random-imports.ts';

const FIELDS: readonly FieldSettings[] = [
  { name: 'City', fieldType: 'text', attributes: { maximum_length: 10 } },
  { name: 'Born', fieldType: 'date' },
  { name: 'Age', fieldType: 'number', required: true },
  { name: 'Member', fieldType: 'text', required: true },
];

/** Creates the list, the autoresponders and the import of a random import, and what the model is told of them. */
export async function prepareImport(
  fixture: ImportFixture,
  random: RandomImport,
): Promise<{ listId: number; importId: number; world: ModelWorld }> {
  const { room, rows, subscribers, triggers } = random;
  const subscriberLimit = room === null ? null : subscribers.length + room;
  const list = await fixture.createList({
    ...random.list,
    subscriberLimit,
    fields: FIELDS,
    ...(random.list.hasAlternateKey && { keyField: 'Member' }),
  });
  const byId = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [list.fields[name] ?? name, value]));
  const existing = subscribers.map((known) => ({ ...known, custom_fields: byId(known.custom_fields) }));
  await fixture.addSubscribers(list.id, existing);

  const included = { trigger_include_subscribers_from_import: true };
  const welcome = await fixture.createAutoresponder(list.id, included);
  await fixture.createAutoresponder(list.id);
  await fixture.createAutoresponder(list.id, { ...included, deleted_at: new Date() });
  const called = await fixture.createAutoresponder(list.id, { trigger: 'api' });
  const options = {
    ...random.options,
    autoresponders: {
      subscription: {
        trigger: triggers.onSubscription,
        also_trigger_on_updated_subscribers: triggers.onSubscriptionUpdated,
      },
      api: {
        trigger_new: triggers.onAdded ? called : null,
        trigger_updated: triggers.onUpdated ? welcome : null,
      },
    },
  };
  const defaults = Object.entries(options.default_custom_fields).map(([name, value]) => [
    name,
    value === '' ? null : value,
  ]);
  return {
    listId: list.id,
    importId: await fixture.createImport(list, random.source, options),
    world: {
      subscribers: existing,
      options,
      list: random.list,
      defaults: byId(Object.fromEntries(defaults) as Record<string, string | number | null>),
      required: { id: list.fields['Age'] ?? 0, name: 'Age' },
      room: room ?? Infinity,
      onSubscription: [welcome.id],
      rows: rows.map((row) => ({ ...row, custom_fields: byId(row.custom_fields) })),
    },
  };
}
