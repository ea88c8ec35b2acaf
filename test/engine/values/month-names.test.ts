import { describe, expect, it } from 'vitest';
import { readDate, readDayOfYear } from '../../../engine/values/date-shapes.ts';
import { monthNumber } from '../../../engine/values/month-names.ts';

describe('the short names of months', () => {
  it.each([
    ['31 déc. 1990', 12, 31],
    ['1 févr. 1990', 2, 1],
    ['7 okt. 1990', 10, 7],
    ['1 dic. 1990', 12, 1],
    ['1 gen 1990', 1, 1],
    ['2 mrt 1990', 3, 2],
    ['15 août 1990', 8, 15],
    ['5 maj 1990', 5, 5],
  ])('of other languages are read: %s', (text, month, day) => {
    expect(readDate(text, 'mdy')).toMatchObject({ year: 1990, month, day });
  });

  it('of English and full ones count more than short ones of others', () => {
    expect(['mar', 'may', 'jun', 'jul', 'sep', 'oct', 'märz', 'mai'].map(monthNumber)).toEqual([
      3, 5, 6, 7, 9, 10, 3, 5,
    ]);
  });

  it('that two languages give to different months are not read', () => {
    expect(monthNumber('lis')).toBe(0);
  });
});

describe('a day of the year', () => {
  it.each(['--05-17', '--0517'])('is read as vCards write it: %s', (text) => {
    expect(readDayOfYear(text, 'dmy')).toEqual({ month: 5, day: 17 });
  });
});
