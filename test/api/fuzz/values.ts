import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';

/** Texts that have broken services before. */
export const oddText: Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  {
    weight: 10,
    arbitrary: fc.constantFrom(
      ...['', ' ', '\0', 'a\0b', '\ud800', '\udc00x', '\u{1f4ec}', '\u202eabc', 'ﬀ', 'İ', '\r\n', '\t', '%', '_', '\\'],
      ...[
        "'",
        '"',
        "'; drop table subscribers; --",
        '$1',
        '${x}',
        '{}',
        '[]',
        'null',
        'undefined',
        'NaN',
        '-0',
        '1e999',
      ],
      ...['__proto__', 'constructor', 'toString', '../../etc/passwd', 'C:\\x', 'a@b', '@', 'a@@b.example', 'now'],
      ...['9999-12-31T23:59:59Z', '0000-00-00', '+275760-09-13T00:00:00Z', '2024-02-30', '2024-01-01T00:00:00+99:99'],
      ...['9'.repeat(400), '1', '-1', '0', '1.5', 'true', 'false', 'x'.repeat(256), 'x'.repeat(1001)],
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('é'.repeat(5000), '\u{1f4ec}'.repeat(3000), '('.repeat(4000)) },
);

/** Numbers at and beyond the ends of what is stored. */
export const oddNumber: Arbitrary<number> = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, -1, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 1e21, 1e308, -1e308, 5e-324),
);

const KEYS = ['constructor', 'toString', 'hasOwnProperty', 'prototype', 'length', '', '0', 'id', 'a.b', '\0', '\ud800'];

/** Values of every type, some of them nested deeply. */
export const oddValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false),
  oddNumber,
  oddText,
  fc.array(fc.oneof(oddText, oddNumber, fc.constant(null)), { maxLength: 4 }),
  fc.dictionary(fc.constantFrom(...KEYS), fc.oneof(oddText, oddNumber, fc.constant({})), { maxKeys: 3 }),
  fc.integer({ min: 1, max: 400 }).chain((depth) =>
    fc.constantFrom(
      nested(depth, (inner) => [inner]),
      nested(depth, (inner) => ({ clauses: [inner] })),
    ),
  ),
);

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = null;
  for (let at = 0; at < depth; at += 1) value = wrap(value);
  return value;
}
