import { afterAll } from 'vitest';

const steps: (() => Promise<void>)[] = [];

/** Has something taken down when the tests of the file are over; an afterAll of a beforeAll would never be run. */
export function takeDownAtEnd(step: () => Promise<void>): void {
  steps.push(step);
}

/** A set-up file of the test runner, so that this belongs to the file and not to whatever calls first. */
afterAll(async () => {
  for (const step of steps.splice(0).reverse()) await step();
});
