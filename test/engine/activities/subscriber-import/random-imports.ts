import fc from 'fast-check';
import { EMAIL_FORMATS, SUBSCRIBER_STATUSES } from '../../../../engine/domain/subscribers.ts';
import type { ImportOptions } from '../../../../engine/domain/subscriber-imports.ts';
import type { ModelSubscriber } from '../../../support/import-model.ts';
import { DEFAULTS } from '../../../support/import-options.ts';
import { BAD_BYTE, randomRow } from './random-rows.ts';
import type { RandomRow, RowSettings } from './random-rows.ts';

/** An import of a small file into a small list; custom fields are named, not numbered. */
export interface RandomImport {
  readonly list: RowSettings['list'];
  readonly subscribers: readonly ModelSubscriber[];
  /** Number of subscribers that the organization may add; null when there is no limit. */
  readonly room: number | null;
  readonly options: Omit<ImportOptions, 'autoresponders'>;
  /** Autoresponders that the import triggers; the test creates them. */
  readonly triggers: { onSubscription: boolean; onSubscriptionUpdated: boolean; onAdded: boolean; onUpdated: boolean };
  readonly header: string | null;
  readonly rows: readonly RandomRow[];
  readonly source: Buffer;
}

export const randomImport: fc.Arbitrary<RandomImport> = fc
  .record({
    list: fc.record({ hasFormat: fc.boolean(), hasConfirmed: fc.boolean(), hasAlternateKey: fc.boolean() }),
    format: fc.record({
      character_set: fc.constantFrom('UTF-8', 'ISO-8859-1'),
      csv_has_headers: fc.boolean(),
      csv_field_enclosure: fc.constantFrom('"' as const, "'" as const),
      csv_field_separator: fc.constantFrom(',' as const, ';' as const, '\t' as const),
      date_format: fc.constantFrom('mdy' as const, 'dmy' as const),
    }),
    optional: fc.shuffledSubarray(['', 'status', 'subscribe_time', 'subscribe_ip', 'remove_time', 'remove_ip', 'City']),
    more: fc.shuffledSubarray(['email_format', 'confirmed', 'confirm_time', 'Born']),
    hasAge: fc.boolean(),
    keyFirst: fc.boolean(),
  })
  .chain(({ list, format, optional, more, hasAge, keyFirst }) => {
    const keys = list.hasAlternateKey ? ['email', 'Member'] : ['email'];
    const columns = [
      ...(keyFirst ? keys : []),
      ...optional,
      ...more,
      ...(keyFirst ? [] : keys),
      ...(hasAge ? ['Age'] : []),
    ];
    return fc.record({
      list: fc.constant(list),
      subscribers: fc.uniqueArray(subscriberOf(list), { selector: ({ key }) => key, maxLength: 5 }),
      room: fc.option(fc.nat({ max: 3 })),
      options: optionsOf(columns, format),
      triggers: fc.record({
        onSubscription: fc.boolean(),
        onSubscriptionUpdated: fc.boolean(),
        onAdded: fc.boolean(),
        onUpdated: fc.boolean(),
      }),
      header: fc.constant(
        format.csv_has_headers ? columns.map((_, i) => `h${i}`).join(format.csv_field_separator) : null,
      ),
      rows: fc.array(randomRow({ list, format, columns }), { maxLength: 14 }),
      layout: fc.record({
        lineBreak: fc.constantFrom('\n', '\r\n'),
        hasMark: fc.boolean(),
        endsWithBreak: fc.boolean(),
        emptyLines: fc.boolean(),
      }),
    });
  })
  .map(({ layout, rows, ...rest }) => ({
    ...rest,
    rows: rows.map((row) => ({ ...row, text: row.text.replaceAll(/[\0\ue000]/g, '\ufffd') })),
    source: sourceOf([...(rest.header === null ? [] : [rest.header]), ...rows.map(({ text }) => text)], {
      ...layout,
      isLatin1: rest.options.file_format.character_set === 'ISO-8859-1',
    }),
  }));

type RandomOptions = Omit<ImportOptions, 'autoresponders'>;

function optionsOf(columns: readonly string[], format: ImportOptions['file_format']): fc.Arbitrary<RandomOptions> {
  const options: fc.Arbitrary<RandomOptions> = fc.record({
    overwrite: fc.boolean(),
    deactivate_subscribers_not_in_import: fc.boolean(),
    overwrite_what: fc.record({
      custom_fields: fc.boolean(),
      confirmed: fc.boolean(),
      format: fc.boolean(),
      status: fc.boolean(),
    }),
    overwrite_when_status: fc.record({
      active: fc.boolean(),
      unsubscribed: fc.boolean(),
      bounced: fc.boolean(),
      deactivated: fc.boolean(),
      scomp: fc.boolean(),
    }),
    column_mapping: fc.constant([...columns]),
    default_custom_fields: fc.record(
      { City: fc.constantFrom('Oslo', ''), Born: fc.constant('1999-12-31'), Age: fc.constant(18) },
      { requiredKeys: [] },
    ),
    file_source: fc.constant(DEFAULTS.file_source),
    file_format: fc.constant(format),
    subscriber_defaults: fc.record(
      {
        status: fc.constantFrom(...SUBSCRIBER_STATUSES),
        confirmed: fc.boolean(),
        format: fc.constantFrom(...EMAIL_FORMATS),
      },
      { requiredKeys: ['status'] },
    ),
    default_status_sent: fc.constantFrom(true, false, undefined),
  });
  // The API stores active where the call sends none.
  return options.map(({ subscriber_defaults: defaults, ...rest }) => ({
    ...rest,
    subscriber_defaults: rest.default_status_sent === false ? { ...defaults, status: 'active' } : defaults,
  }));
}

function subscriberOf(list: RowSettings['list']): fc.Arbitrary<ModelSubscriber> {
  const time = fc.constantFrom('2019-05-06T07:08:09.000Z', null);
  const ip = fc.constantFrom('::1', null);
  const key = list.hasAlternateKey
    ? fc.constantFrom('m1', 'm2', 'm7')
    : fc.constantFrom('ann@x.io', 'bob@x.io', 'zoe@x.io', 'yan@x.io');
  const subscriber = fc.record({
    status: fc.constantFrom(...SUBSCRIBER_STATUSES),
    email_format: list.hasFormat ? fc.constantFrom(...EMAIL_FORMATS) : fc.constant(null),
    confirmed: list.hasConfirmed ? fc.boolean() : fc.constant(null),
    confirm_time: list.hasConfirmed ? time : fc.constant(null),
    subscribe_time: fc.constant('2018-01-02T03:04:05.000Z'),
    subscribe_ip: ip,
    remove_time: time,
    remove_ip: ip,
    custom_fields: fc.record(
      { City: fc.constant('Bonn'), Born: fc.constant('1970-01-01'), Age: fc.constant(7) },
      { requiredKeys: [] },
    ),
  });
  return fc.tuple(key, subscriber).map(([key, rest]) => ({
    ...rest,
    key,
    email: list.hasAlternateKey ? 'Shared@x.io' : key.toUpperCase(),
    custom_fields: list.hasAlternateKey ? { ...rest.custom_fields, Member: key.toUpperCase() } : rest.custom_fields,
  }));
}

function sourceOf(
  lines: readonly string[],
  layout: { lineBreak: string; hasMark: boolean; endsWithBreak: boolean; emptyLines: boolean; isLatin1: boolean },
): Buffer {
  const { lineBreak, isLatin1 } = layout;
  const separator = layout.emptyLines ? `${lineBreak}${lineBreak}` : lineBreak;
  const text = lines.join(separator) + (layout.endsWithBreak && lines.length > 0 ? lineBreak : '');
  const mark = layout.hasMark && !isLatin1 ? '\ufeff' : '';
  const pieces = `${mark}${text}`.split(BAD_BYTE).map((piece) => Buffer.from(piece, isLatin1 ? 'latin1' : 'utf8'));
  return Buffer.concat(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [Buffer.from([0xff]), piece])));
}
