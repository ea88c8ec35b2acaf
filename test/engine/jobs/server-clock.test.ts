import { expect, it } from 'vitest';
import { createServerClock } from '../../../engine/jobs/server-clock.ts';

const SERVER = Date.UTC(2031, 0, 1);

/** A clock at a place where a time passes that the test sets. */
function open() {
  let passed = 1_000;
  const clock = createServerClock(() => passed);
  return { clock, pass: (ms: number) => (passed += ms) };
}

it('is that of the server, whatever the time is here', () => {
  const { clock, pass } = open();
  expect(clock.now()).toBe(0);
  clock.note(SERVER);
  expect(clock.now()).toBe(SERVER);
  pass(5_000);
  expect(clock.now()).toBe(SERVER + 5_000);
});

it('goes by the note that was the youngest when it was taken', () => {
  const { clock, pass } = open();
  for (const age of [30_000, 2_000, 50_000]) clock.note(SERVER - age);
  expect(clock.now()).toBe(SERVER - 2_000);
  pass(10_000);
  clock.note(SERVER + 10_000 - 1_000);
  expect(clock.now()).toBe(SERVER + 10_000 - 1_000);
});

it('follows a server whose clock was set back, after a while', () => {
  const { clock, pass } = open();
  clock.note(SERVER);
  pass(60_000);
  clock.note(SERVER - 240_000);
  expect(clock.now()).toBe(SERVER + 60_000);
  pass(600_000);
  clock.note(SERVER + 360_000);
  expect(clock.now()).toBe(SERVER + 360_000);
});
