import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FileStoreDown } from '../../../engine/files/errors.ts';
import { whileAnswering } from '../../../engine/files/while-answering.ts';

const EVERY_MS = 100;

/** Asks questions with such answers, the last one for good; the work is done after so many of them. */
async function workDuring(answers: readonly (() => Promise<unknown>)[], doneAfter: number) {
  let asked = 0;
  const ask = () => (answers[asked++] ?? answers.at(-1) ?? answered)();
  const work = async (signal: AbortSignal) => {
    while (asked < doneAfter) await delay(5, undefined, { signal });
    return 'done';
  };
  const result = await whileAnswering(work, { ask, everyMs: EVERY_MS }).catch((error: unknown) => error);
  return { result, asked };
}

const answered = () => Promise.resolve();
const refused = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
const silent = () => new Promise<never>(() => undefined);

it.each([
  ['late', silent],
  ['lost', refused],
])('one answer that is %s does not end the work', async (_, lost) => {
  expect(await workDuring([answered, lost, answered, lost, answered], 5)).toEqual({ result: 'done', asked: 5 });
});

it.each([
  ['late', silent],
  ['lost', refused],
])('two answers in a row that are %s end the work', async (_, lost) => {
  const { result, asked } = await workDuring([answered, lost], Infinity);
  expect(result).toEqual(new FileStoreDown('ETIMEDOUT'));
  expect(asked).toBe(3);
});
