import fc from 'fast-check';

/** Fields of the list whose segments are generated. */
export const FIELDS = [
  { name: 'City', field_type: 'text' },
  { name: 'Age', field_type: 'number', number_support_decimal: true },
  { name: 'Born', field_type: 'date' },
  { name: 'Keen', field_type: 'boolean' },
  { name: 'Pet', field_type: 'select_single_radio', options: ['Cat', 'Dog', 'Owl'] },
  { name: 'Likes', field_type: 'select_multiple_checkboxes', options: ['Tea', 'Rum', 'Gin'] },
] as const;

/** A subscriber of the list, as the model knows it. */
export interface RandomSubscriber {
  readonly email: string;
  readonly status: string;
  /** Null: stored before the list had formats, shown as html. */
  readonly format: string | null;
  readonly subscribed: string;
  readonly values: {
    readonly City: string | null;
    readonly Age: number | null;
    readonly Born: string | null;
    readonly Keen: boolean | null;
    readonly Pet: string | null;
    readonly Likes: readonly string[] | null;
  };
  /** The status on the other list; null: it is not there. */
  readonly elsewhere: string | null;
}

/** A clause as it is generated; one about another segment names it by its place among those before. */
export type RandomClause =
  | { readonly type: 'any' | 'all'; readonly clauses: readonly RandomClause[] }
  | { readonly type: 'in_segment'; readonly operator: string; readonly before: number }
  | { readonly type: 'in_mailing_list'; readonly operator: string }
  | { readonly type: `subscriber_${string}`; readonly operator: string; readonly value: string }
  | { readonly type: 'custom_field'; readonly field: string; readonly operator: string; readonly value?: unknown };

const STATUSES = ['active', 'bounced', 'unsubscribed', 'scomp', 'deactivated'] as const;
const TEXTS = ['is', 'is not', 'contains', 'does not contain', 'starts with', 'ends with'] as const;
const BLANKS = ['is blank', 'is not blank'] as const;
const CITIES = ['Oslo', 'oslo', 'Ulm 50%', 'New_York', 'Köln', String.raw`back\slash`] as const;
const DAYS = ['1984-02-29', '1990-01-01', '2001-12-31'] as const;
const SUBSCRIBED = ['2024-01-01', '2024-01-02', '2024-06-30'] as const;
const AGES = [-1, 0, 7, 40.5, 40] as const;

const mostlyActive = fc.oneof({ weight: 3, arbitrary: fc.constant('active') }, fc.constantFrom(...STATUSES));

/** Subscribers with few different values, so that clauses fit some of them. */
export const randomSubscribers: fc.Arbitrary<RandomSubscriber[]> = fc.uniqueArray(
  fc.record({
    email: fc
      .tuple(fc.constantFrom('Ann', 'bob', 'x_y', 'z%'), fc.nat(30), fc.constantFrom('one.example', 'Two.example'))
      .map(([name, number, domain]) => `${name}${number}@${domain}`),
    status: mostlyActive,
    format: fc.constantFrom('html', 'text', 'both', null),
    subscribed: fc.constantFrom(...SUBSCRIBED),
    values: fc.record({
      City: fc.constantFrom(...CITIES, null, ''),
      Age: fc.constantFrom(...AGES, null),
      Born: fc.constantFrom(...DAYS, null),
      Keen: fc.constantFrom(true, false, null),
      Pet: fc.constantFrom('Cat', 'Dog', 'Owl', null),
      Likes: fc.option(fc.subarray(['Tea', 'Rum', 'Gin'])),
    }),
    elsewhere: fc.option(mostlyActive),
  }),
  { minLength: 5, maxLength: 40, selector: ({ email }) => email.toLowerCase() },
);

const about = (type: `subscriber_${string}`, operators: readonly string[], values: readonly string[]) =>
  fc.record({ type: fc.constant(type), operator: fc.constantFrom(...operators), value: fc.constantFrom(...values) });

const field = (name: string, operators: readonly string[], values: readonly unknown[]) =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant('custom_field' as const),
        field: fc.constant(name),
        operator: fc.constantFrom(...operators),
        value: fc.constantFrom(...values),
      }),
    },
    fc.record({
      type: fc.constant('custom_field' as const),
      field: fc.constant(name),
      operator: fc.constantFrom(...BLANKS),
    }),
  );

const leaf: fc.Arbitrary<RandomClause> = fc.oneof(
  about('subscriber_status', ['is', 'is not'], STATUSES),
  about('subscriber_format', ['is', 'is not'], ['html', 'text', 'both']),
  about('subscriber_email', TEXTS, ['ann', '_', '%', '1@', 'ONE.example', 'bob7@two.example']),
  about('subscriber_domain', TEXTS, ['two.example', 'one', '.']),
  about('subscriber_date_subscribed', ['before', 'after', 'on'], SUBSCRIBED),
  fc.record({
    type: fc.constant('in_mailing_list' as const),
    operator: fc.constantFrom('is in', 'is not in', 'is active in', 'is not active in'),
  }),
  fc.record({
    type: fc.constant('in_segment' as const),
    operator: fc.constantFrom('is in', 'is not in'),
    before: fc.nat(9),
  }),
  field('City', TEXTS, ['oslo', 'o', '%', '_', 'KÖLN', '\\']),
  field('Age', ['=', '!=', '<', '<=', '>', '>='], AGES),
  field('Born', ['before', 'after', 'on'], DAYS),
  field('Keen', ['is'], [true, false]),
  field('Pet', ['is', 'is not'], ['Cat', 'Owl']),
  field('Likes', ['is', 'is not'], ['Tea', 'Gin']),
);

const clause: fc.Arbitrary<RandomClause> = fc.letrec<{ clause: RandomClause }>((tie) => ({
  clause: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: leaf },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constantFrom('any' as const, 'all' as const),
        clauses: fc.array(tie('clause'), { maxLength: 3 }),
      }),
    },
  ),
})).clause;

/** Segments of one list, each by its clauses. */
export const randomSegments = fc.array(fc.array(clause, { maxLength: 3 }), { minLength: 1, maxLength: 4 });
