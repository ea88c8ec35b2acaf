import { expect, it } from 'vitest';
import { createProbe, createSlowProbe } from '../../../api/http/probe.ts';

const FOR_GOOD = 3_600_000;

it('a call that hangs is made once, however often the probe is used', async () => {
  let calls = 0;
  const hang = () => {
    calls += 1;
    return new Promise(() => undefined);
  };
  const probe = createProbe(hang, { withinMs: 5, keptMs: 0 });
  for (let i = 0; i < 20; i++) expect(await probe()).toBe(false);
  expect(calls).toBe(1);
});

it('a call that completes late is true from then on', async () => {
  let complete: () => void = () => undefined;
  const probe = createProbe(() => new Promise<void>((resolve) => (complete = resolve)), {
    withinMs: 5,
    keptMs: FOR_GOOD,
  });
  expect(await probe()).toBe(false);
  complete();
  await expect.poll(probe, { timeout: 20_000 }).toBe(true);
});

it.each([
  [true, () => Promise.resolve(0)],
  [false, () => Promise.reject(new Error('away'))],
])('a result is kept for a while: %s', async (result, answer) => {
  let calls = 0;
  const count = () => {
    calls += 1;
    return answer();
  };
  const kept = createProbe(count, { withinMs: FOR_GOOD, keptMs: FOR_GOOD });
  for (let i = 0; i < 5; i++) expect(await kept()).toBe(result);
  expect(calls).toBe(1);
  const renewed = createProbe(count, { withinMs: FOR_GOOD, keptMs: 1 });
  await expect.poll(() => renewed().then(() => calls), { timeout: 20_000 }).toBeGreaterThan(3);
});

it('a slow call is not waited for: its last result stands until the next one', async () => {
  const ends: ((error?: Error) => void)[] = [];
  const call = () =>
    new Promise<void>((resolve, reject) => ends.push((error) => (error === undefined ? resolve() : reject(error))));
  const probe = createSlowProbe(call, { withinMs: FOR_GOOD, keptMs: 1, waitMs: 5 });
  const found = (result: boolean) => expect.poll(probe, { timeout: 20_000 }).toBe(result);
  expect(await probe()).toBeNull();
  ends.shift()?.();
  await found(true);
  await expect.poll(() => probe().then(() => ends.length), { timeout: 20_000 }).toBe(1);
  expect(await probe()).toBe(true);
  ends.shift()?.(new Error('away'));
  await found(false);
});
