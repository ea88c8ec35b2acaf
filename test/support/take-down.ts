const steps: (() => Promise<void>)[] = [];

/** Registers what is to be taken down after the tests of the file; an afterAll within a beforeAll would never run. */
export function takeDownAtEnd(step: () => Promise<void>): void {
  steps.push(step);
}

/** Takes down what the file has registered, the last first. */
export async function takeDown(): Promise<void> {
  for (const step of steps.splice(0).reverse()) await step();
}
