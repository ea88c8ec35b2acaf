import { COUNTERS } from '../../engine/domain/subscriber-imports.ts';
import type { Counter, ImportOptions } from '../../engine/domain/subscriber-imports.ts';
import type { CountsByStatus, EmailFormat, SubscriberStatus } from '../../engine/domain/subscribers.ts';
import type { StoredValue } from '../../engine/values/custom-field.ts';

/** An ISO 8601 time, NOW for the moment of the import, or null. */
export type ModelTime = string | null;
export const NOW = 'now';

/** A subscriber as the table holds it. */
export interface ModelSubscriber {
  readonly key: string;
  readonly email: string;
  readonly status: SubscriberStatus;
  readonly email_format: EmailFormat | null;
  readonly confirmed: boolean | null;
  readonly confirm_time: ModelTime;
  readonly subscribe_time: ModelTime;
  readonly subscribe_ip: string | null;
  readonly remove_time: ModelTime;
  readonly remove_ip: string | null;
  readonly custom_fields: Readonly<Record<string, StoredValue>>;
}

/** A row of the file, its cells read already; an attribute is null where its column is blank or not mapped. */
export interface ModelRow extends Omit<ModelSubscriber, 'key' | 'status' | 'custom_fields'> {
  /** The row as it stands in the file. */
  readonly text: string;
  /** Number of cells that it lacks, compared with the columns of the file. */
  readonly missing: number;
  /** Errors of its cells or its shape. */
  readonly errors: readonly string[];
  /** Null where it could not be read. */
  readonly key: string | null;
  /** The keys that could be read, if the row fails. */
  readonly present: readonly string[];
  readonly status: SubscriberStatus | null;
  /** By field id, mapped fields only; null where the cell is blank. */
  readonly custom_fields: Readonly<Record<string, StoredValue | null>>;
}

/** Everything an import's result depends on. */
export interface ModelWorld {
  readonly subscribers: readonly ModelSubscriber[];
  readonly options: ImportOptions;
  readonly list: { readonly hasFormat: boolean; readonly hasConfirmed: boolean; readonly hasAlternateKey: boolean };
  /** The default_custom_fields as stored values by field id; null clears the field. */
  readonly defaults: Readonly<Record<string, StoredValue | null>>;
  /** The one field that has to have a value. */
  readonly required: { readonly id: number; readonly name: string };
  readonly room: number;
  /** Ids of the subscription autoresponders that run from imports. */
  readonly onSubscription: readonly number[];
  readonly rows: readonly ModelRow[];
}

export interface ModelResult {
  readonly subscribers: readonly ModelSubscriber[];
  /** Number of existing subscribers that became active. */
  readonly reactivated: number;
  /** Number of rows that did not fail, by the status that each gives a new subscriber. */
  readonly statuses: CountsByStatus;
  /** Lines of each log, in file order; each counter is the length of its log. */
  readonly logs: Readonly<Record<Counter, readonly string[]>>;
  /** `<autoresponder id> <subscriber key>` */
  readonly reactions: readonly string[];
}

/** The rules of an import in the plainest form: one row after the other, all in memory. */
export function importModel(world: ModelWorld): ModelResult {
  const { options, defaults, required } = world;
  const { overwrite_when_status: when, autoresponders } = options;
  const subscribers = new Map(world.subscribers.map((subscriber) => [subscriber.key, subscriber]));
  const logs = Object.fromEntries(COUNTERS.map((name) => [name, [] as string[]])) as Record<Counter, string[]>;
  const onSubscription = autoresponders.subscription.trigger ? world.onSubscription : [];
  const onUpdated = autoresponders.subscription.also_trigger_on_updated_subscribers ? onSubscription : [];
  const reactions = new Set<string>();
  const present = new Set<string>();
  const decided = new Set<string>();
  const statuses: Partial<Record<SubscriberStatus, number>> = {};
  let reactivated = 0;

  const react = ({ key, status }: ModelSubscriber, ids: readonly (number | undefined)[]) => {
    for (const id of ids) if (id !== undefined && status === 'active') reactions.add(`${id} ${key}`);
  };
  const decide = (row: ModelRow, key: string, values: Record<string, StoredValue | null>): Counter => {
    if (decided.has(key)) return 'skipped_duplicate';
    decided.add(key);
    const old = subscribers.get(key);
    if (old !== undefined && !options.overwrite) return 'skipped_overwrite';
    if (old !== undefined && !when[old.status]) return `skipped_${old.status}`;
    if (old === undefined && subscribers.size - world.subscribers.length >= world.room) return 'skipped_over_limit';
    const subscriber = old === undefined ? added(world, row, key, values) : updated(world, old, row, values);
    subscribers.set(key, subscriber);
    if (old !== undefined && old.status !== 'active' && subscriber.status === 'active') reactivated++;
    if (old === undefined) react(subscriber, [...onSubscription, autoresponders.api.trigger_new?.id]);
    else react(subscriber, [...onUpdated, autoresponders.api.trigger_updated?.id]);
    return old === undefined ? 'added' : 'updated';
  };

  for (const row of world.rows) {
    if (row.key !== null) present.add(row.key);
    for (const key of row.present) present.add(key);
    const cells = Object.entries(row.custom_fields).map(([id, value]) => [id, value ?? defaults[id] ?? null] as const);
    const values: Record<string, StoredValue | null> = { ...defaults, ...Object.fromEntries(cells) };
    const errors = [...row.errors];
    if (row.custom_fields[required.id] === null && values[required.id] === null) {
      errors.push(`${required.name} is required`);
    }
    if (row.key === null || errors.length > 0) logs.failed.push(failedLine(row, errors.join('; '), options));
    else {
      const status = toldStatus(options, row) ?? options.subscriber_defaults.status;
      statuses[status] = (statuses[status] ?? 0) + 1;
      logs[decide(row, row.key, values)].push(row.email);
    }
  }
  const isAbsent = ({ key, status }: ModelSubscriber) => status === 'active' && !present.has(key);
  const end = (subscriber: ModelSubscriber): ModelSubscriber =>
    options.deactivate_subscribers_not_in_import && isAbsent(subscriber)
      ? { ...subscriber, status: 'deactivated', remove_time: NOW, remove_ip: null }
      : subscriber;
  return { subscribers: [...subscribers.values()].map(end), reactivated, statuses, logs, reactions: [...reactions] };
}

function added(
  { options, list }: ModelWorld,
  row: ModelRow,
  key: string,
  values: Record<string, StoredValue | null>,
): ModelSubscriber {
  const { status: defaultStatus, format = 'html', confirmed = false } = options.subscriber_defaults;
  const status = toldStatus(options, row) ?? defaultStatus;
  return {
    key,
    email: row.email,
    status,
    email_format: list.hasFormat ? (row.email_format ?? format) : null,
    confirmed: list.hasConfirmed ? (row.confirmed ?? confirmed) : null,
    confirm_time: row.confirm_time,
    subscribe_time: row.subscribe_time ?? NOW,
    subscribe_ip: row.subscribe_ip,
    remove_time: status === 'active' ? null : (row.remove_time ?? NOW),
    remove_ip: status === 'active' ? null : row.remove_ip,
    custom_fields: withoutNulls(values),
  };
}

/** The status that a row has of its own; null when it says nothing of it. */
function toldStatus({ subscriber_defaults: defaults, ...options }: ImportOptions, row: ModelRow) {
  const isRemoved = row.remove_time !== null || row.remove_ip !== null;
  if (row.status !== null || !isRemoved || options.default_status_sent === undefined) return row.status;
  return defaults.status === 'active' ? 'unsubscribed' : defaults.status;
}

function updated(
  world: ModelWorld,
  old: ModelSubscriber,
  row: ModelRow,
  values: Record<string, StoredValue | null>,
): ModelSubscriber {
  const what = world.options.overwrite_what;
  const fresh = added(world, row, old.key, values);
  const isTold = world.options.default_status_sent !== false || toldStatus(world.options, row) !== null;
  const removal =
    fresh.status === 'active'
      ? { remove_time: null, remove_ip: null }
      : { remove_time: row.remove_time ?? old.remove_time ?? NOW, remove_ip: row.remove_ip ?? old.remove_ip };
  return {
    ...old,
    ...(world.list.hasAlternateKey && { email: row.email }),
    ...(what.status && isTold && { status: fresh.status, ...removal }),
    ...(what.format && { email_format: fresh.email_format }),
    ...(what.confirmed && { confirmed: fresh.confirmed, confirm_time: row.confirm_time ?? old.confirm_time }),
    ...(what.custom_fields && { custom_fields: withoutNulls({ ...old.custom_fields, ...values }) }),
    subscribe_time: row.subscribe_time ?? old.subscribe_time,
    subscribe_ip: row.subscribe_ip ?? old.subscribe_ip,
  };
}

function withoutNulls(values: Record<string, StoredValue | null>): Record<string, StoredValue> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, StoredValue] => entry[1] !== null),
  );
}

function failedLine({ text, missing }: ModelRow, error: string, { file_format: format }: ImportOptions): string {
  const { csv_field_separator: separator, csv_field_enclosure: quote } = format;
  return `${text}${separator.repeat(missing + 1)}${quote}${error.replaceAll(quote, quote + quote)}${quote}`;
}
