import type { Stage } from './world/world.ts';

/** One way to break things. A scenario throws when a promise does not hold; what all of them share is checked after it. */
export interface Scenario {
  readonly name: string;
  /** What is promised: a fact in the third person. */
  readonly title: string;
  /** Left out of the short runs inside `npm test`, or of every run that does not ask for it by name. */
  readonly only?: 'full' | 'asked';
  /** Starts the roles it needs. @returns why it could not be played, when it could not */
  play(stage: Stage): Promise<{ readonly skipped: string } | undefined | void>;
}
