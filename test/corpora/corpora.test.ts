import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scoreOf } from './dialect-score.ts';
import type { DialectOutcome } from './dialect-score.ts';
import { measureDialects } from './measure-dialects.ts';
import { measurePollock, pollockScores } from './measure-pollock.ts';
import { compareTables, sumOf } from './table-score.ts';

const COMMA = { separator: ',', enclosure: '"' };
const SEMICOLON = { separator: ';', enclosure: '"' };

describe('the score of dialects', () => {
  const outcome = (expected: DialectOutcome['expected'], found: DialectOutcome['found']): DialectOutcome => ({
    ...{ file: 'a.csv', expected, found },
  });

  it('counts wrong dialects against precision and files without one against recall', () => {
    const { precision, recall, f1, ...counts } = scoreOf([
      outcome(COMMA, COMMA),
      outcome(SEMICOLON, SEMICOLON),
      outcome(COMMA, SEMICOLON),
      outcome(COMMA, null),
    ]);
    expect(counts).toEqual({ files: 4, read: 3, rightSeparators: 2, right: 2 });
    expect(precision).toBeCloseTo(2 / 3);
    expect(recall).toBeCloseTo(2 / 3);
    expect(f1).toBeCloseTo(2 / 3);
  });

  it('takes a dialect for right only with its enclosure', () => {
    const found = { separator: ',', enclosure: `'` };
    expect(scoreOf([outcome(COMMA, found)])).toMatchObject({ rightSeparators: 1, right: 0, precision: 0, f1: 0 });
  });

  it('is 0 for a set without files', () => {
    expect(scoreOf([])).toMatchObject({ files: 0, precision: 0, recall: 0, f1: 0 });
  });
});

describe('the score of a table', () => {
  const right = [
    ['a', 'b'],
    ['1', '2'],
    ['3', '3'],
  ];

  it('is 9 for the right table and 0 for another one', () => {
    expect(sumOf(compareTables(right, right))).toBeCloseTo(9);
    expect(sumOf(compareTables(right, [['x'], ['y']]))).toBe(0);
    expect(sumOf(compareTables(right, []))).toBe(0);
  });

  it('counts equal cells as often as both tables have them', () => {
    const { header, records, cells } = compareTables(right, [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ]);
    expect(header.f1).toBe(1);
    expect(records).toMatchObject({ precision: 0.5, recall: 0.5 });
    expect(cells.recall).toBeCloseTo(5 / 6);
  });
});

describe('a set of files', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-corpora-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const put = async (path: string, text: string) => {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  };

  it('is read as an analysis reads it, and compared with its annotations', async () => {
    await put(
      'python/ground truth/own.txt',
      '#Own files\nfile_name|encoding|fields_delimiter|quotechar|escapechar|records_delimiter\n' +
        'comma.csv|utf8|comma|doublequote||lf\nquoted.csv|utf8|semicolon|singlequote||lf\n' +
        'empty.csv|utf8|comma|doublequote||lf\nabsent.csv|utf8|comma|doublequote||lf\n',
    );
    await put('own/comma.csv', 'a,b\n1,2\n3,4\n');
    await put('own/quoted.csv', `'a';'b'\n'1;2';'2'\n`);
    await put('own/empty.csv', '');
    const set = { name: 'Own', folder: 'own', annotations: 'own.txt', mostWrong: 0, published: {} };
    const { outcomes, leftOut } = await measureDialects(folder, set);
    expect(outcomes.map(({ found }) => found)).toEqual([COMMA, { separator: ';', enclosure: `'` }, null]);
    expect(leftOut).toBe(1);
    expect(scoreOf(outcomes)).toMatchObject({ files: 3, read: 2, right: 2, precision: 1 });
  });

  it('is read without parameters, and compared with its clean files', async () => {
    await put('polluted_files/csv/good.csv', 'name;city\nAnn;Rome\n');
    await put('polluted_files/clean/good.csv', '"name","city"\n"Ann","Rome"\n');
    await put('polluted_files/csv/none.csv', '<html><body>404</body></html>');
    await put('polluted_files/clean/none.csv', '"name"\n"Ann"\n');
    const measured = await measurePollock(folder);
    expect(measured.map(({ score }) => score)).toEqual([10, 0]);
    const { simple, weighted } = pollockScores(measured, { 'good.csv': 3, 'none.csv': 1 });
    expect([simple, weighted]).toEqual([5, 7.5]);
  });
});
