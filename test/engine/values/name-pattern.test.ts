import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesPattern } from '../../../engine/values/name-pattern.ts';

describe('matchesPattern', () => {
  it('agrees with a regular expression made of the pattern', () => {
    const short = fc.string({ unit: fc.constantFrom('a', 'B', 'b', '.', '*'), maxLength: 8 });
    fc.assert(
      fc.property(short, short, (pattern, name) => {
        const source = pattern.replaceAll('.', '\\.').replaceAll(/\*+/g, '.*');
        expect(matchesPattern(pattern)(name)).toBe(new RegExp(`^${source}$`, 'i').test(name));
      }),
      { numRuns: 5000 },
    );
  });

  it('answers a pattern made to be slow', () => {
    expect(matchesPattern(`${'a*'.repeat(5000)}b`)('a'.repeat(20_000))).toBe(false);
  });
});
