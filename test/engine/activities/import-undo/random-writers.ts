import fc from 'fast-check';
import { EMAIL_FORMATS, SUBSCRIBER_STATUSES } from '../../../../engine/domain/subscribers.ts';
import type { SubscriberStatus } from '../../../../engine/domain/subscribers.ts';
import type { ImportOptions } from '../../../../engine/domain/subscriber-imports.ts';
import type { ModelSubscriber } from '../../../support/import-model.ts';

/** A writer that is no import; one of a subscriber that is not there does nothing. */
export type Writer =
  | { readonly kind: 'field'; readonly email: string; readonly city: string }
  | { readonly kind: 'status'; readonly email: string; readonly status: SubscriberStatus }
  | { readonly kind: 'add'; readonly email: string; readonly status: SubscriberStatus }
  | { readonly kind: 'unsubscribe'; readonly email: string; readonly campaignId: number }
  | { readonly kind: 'delete'; readonly email: string };

/** An import of rows whose first cell is the address. */
export interface RandomFile {
  readonly kind: 'import';
  readonly rows: readonly (readonly string[])[];
  readonly options: Partial<ImportOptions>;
}

/** An undo of the last import that is not undone yet. */
export interface RandomUndo {
  readonly kind: 'undo';
  readonly isDryRunFirst: boolean;
  /** The event after its first slice. */
  readonly breaks: 'none' | 'continued' | 'cancelled';
}

/** The events of a list: writers, the import, more of both and undos, and in the end its undo. */
export interface Course {
  readonly subscribers: readonly Partial<ModelSubscriber>[];
  readonly before: readonly Writer[];
  readonly wrong: RandomFile;
  readonly since: readonly (Writer | RandomFile | RandomUndo)[];
  /** Whether later imports are undone first. */
  readonly isInReverse: boolean;
  readonly undo: RandomUndo;
}

const EMAILS = ['ann@x.io', 'bob@x.io', 'cy@x.io', 'dee@x.io', 'eve@x.io'];
const CITIES = ['Rome', 'Oslo'];
const email = fc.constantFrom(...EMAILS);
const status = fc.constantFrom(...SUBSCRIBER_STATUSES);
const oftenTrue = fc.constantFrom(true, true, true, false);

const writer: fc.Arbitrary<Writer> = fc.oneof(
  fc.record({ kind: fc.constant('field' as const), email, city: fc.constantFrom(...CITIES, 'Paris') }),
  fc.record({ kind: fc.constant('status' as const), email, status }),
  fc.record({ kind: fc.constant('unsubscribe' as const), email, campaignId: fc.constantFrom(1, 2) }),
  fc.record({ kind: fc.constant('delete' as const), email }),
  fc.record({ kind: fc.constant('add' as const), email, status }),
);

const CELLS: Readonly<Record<string, readonly string[]>> = {
  status: ['', ...SUBSCRIBER_STATUSES],
  City: ['', ...CITIES],
  Team: ['', 'red', 'blue'],
  confirmed: ['', 'yes', 'no'],
  email_format: ['', ...EMAIL_FORMATS],
  remove_time: ['', '2021-02-03 04:05:06'],
  remove_ip: ['', '::2'],
  subscribe_ip: ['', '::3'],
};

const file: fc.Arbitrary<RandomFile> = fc
  .record({ columns: fc.subarray(Object.keys(CELLS)), emails: fc.subarray(EMAILS) })
  .chain(({ columns, emails }) =>
    fc.record({
      kind: fc.constant('import' as const),
      rows: fc.tuple(
        ...emails.map((name) =>
          fc
            .tuple(...columns.map((column) => fc.constantFrom(...(CELLS[column] ?? ['']))))
            .map((cells) => [name, ...cells]),
        ),
      ),
      options: optionsOf(['email', ...columns]),
    }),
  );

function optionsOf(columns: readonly string[]): fc.Arbitrary<Partial<ImportOptions>> {
  return fc.record({
    overwrite: oftenTrue,
    deactivate_subscribers_not_in_import: fc.boolean(),
    overwrite_what: fc.record({ custom_fields: oftenTrue, confirmed: oftenTrue, format: oftenTrue, status: oftenTrue }),
    overwrite_when_status: fc.record({
      active: oftenTrue,
      unsubscribed: oftenTrue,
      bounced: oftenTrue,
      deactivated: oftenTrue,
      scomp: oftenTrue,
    }),
    column_mapping: fc.constant([...columns]),
    subscriber_defaults: fc.record({ status }),
    default_status_sent: fc.constant(true),
  });
}

const undo: fc.Arbitrary<RandomUndo> = fc.record({
  kind: fc.constant('undo' as const),
  isDryRunFirst: fc.boolean(),
  breaks: fc.constantFrom('none' as const, 'continued' as const, 'cancelled' as const),
});

const subscribers: fc.Arbitrary<readonly Partial<ModelSubscriber>[]> = fc.subarray(EMAILS).chain((emails) =>
  fc.tuple(
    ...emails.map((name) =>
      fc
        .record({ status: fc.constantFrom('active' as const, ...SUBSCRIBER_STATUSES), confirmed: fc.boolean() })
        .map((values) => ({
          ...values,
          email: name,
          email_format: 'html' as const,
          remove_time: values.status === 'active' ? null : '2019-05-06T07:08:09.000Z',
        })),
    ),
  ),
);

export const randomCourse: fc.Arbitrary<Course> = fc.record({
  subscribers,
  before: fc.array(writer, { maxLength: 4 }),
  wrong: file,
  since: fc.array(
    fc.oneof({ weight: 5, arbitrary: writer }, { weight: 1, arbitrary: file }, { weight: 1, arbitrary: undo }),
    { maxLength: 8 },
  ),
  isInReverse: fc.boolean(),
  undo,
});
