import { describe, expect, it } from 'vitest';
import { findDecimalMark, readUnambiguousNumber } from '../../../engine/values/number-text.ts';

describe('the reading of a number', () => {
  it.each([
    ['5.0', 5, 5, 5],
    ['1,234', null, 1234, 1.234],
    ['1.234', null, 1.234, 1234],
    ['12,5', 12.5, null, 12.5],
    ['12.5', 12.5, 12.5, null],
    ['1.234,50', 1234.5, null, 1234.5],
    ['1,234.50', 1234.5, 1234.5, null],
    ['1.234.567', 1234567, null, 1234567],
    ['12,34,567', 1234567, 1234567, null],
    ['1 234,5', 1234.5, null, 1234.5],
    ['0,500', 0.5, null, 0.5],
    ["'5", 5, 5, 5],
    ['٤٢', 42, 42, 42],
    ['١٬٢٣٤٫٥', 1234.5, 1234.5, null],
    ['4２', 42, 42, 42],
    ['१२', 12, 12, 12],
    ['12.34.567', null, null, null],
    ['€ 12,50', 12.5, null, 12.5],
    ['$1,200.00', 1200, 1200, 1200],
    ['12.50 EUR', 12.5, 12.5, null],
    ['€\u00a01.234,50', 1234.5, null, 1234.5],
    ['$1,200', null, 1200, 1.2],
    ['-£5', -5, -5, -5],
    ['US$ -5', -5, -5, -5],
    ['1\u202f200 kr.', 1200, 1200, 1200],
    ["CHF 1'200.-", 1200, 1200, 1200],
    ['49,- Kč', 49, 49, 49],
    ['129,90 zł', 129.9, null, 129.9],
    ['12 apples', null, null, null],
    ['-$-5', null, null, null],
    ['$5 EUR', null, null, null],
    ['50 %', null, null, null],
    ['€', null, null, null],
    ['1e3', null, null, null],
    ['', null, null, null],
  ])('%j is %j, with a decimal point %j, with a decimal comma %j', (text, alone, point, comma) => {
    expect(readUnambiguousNumber(text)).toBe(alone);
    expect(readUnambiguousNumber(text, '.')).toBe(point);
    expect(readUnambiguousNumber(text, ',')).toBe(comma);
  });
});

describe('the decimal mark of numbers', () => {
  it.each([
    [['1.234', '12,5'], ','],
    [['1.234.567', '1.234'], ','],
    [['1,234', '12.50'], '.'],
    [['1,234,567'], '.'],
    [['1.234', '5', '5.0', 'x,y', ''], null],
    [['12,5', '12.5'], null],
    [['€ 12,50', '€ 1.200'], ','],
  ] as const)('of %j is %j', (texts, mark) => {
    expect(findDecimalMark(texts)).toBe(mark);
  });
});
