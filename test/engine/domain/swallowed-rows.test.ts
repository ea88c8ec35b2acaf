import { describe, expect, it } from 'vitest';
import { swallowedRows } from '../../../engine/domain/swallowed-rows.ts';

describe('the notice of rows within failed records', () => {
  it.each([
    [1, /^One row stands .* have each of them\.$/],
    [1_998, /^1998 rows stand .* have each of them\.$/],
    [1_999, /^At least 1999 rows stand .* up to 1999 of them of each record, and the others in its last line\.$/],
    [4_000, /^At least 4000 rows stand /],
  ])('of %i says no more than is known', (count, message) => {
    expect(swallowedRows(count)).toMatchObject([
      { code: 'swallowed_rows', count, message: expect.stringMatching(message) },
    ]);
  });

  it('is none without any', () => {
    expect(swallowedRows(0)).toEqual([]);
  });
});
