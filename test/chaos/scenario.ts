import type { Stage } from './world/world.ts';

/** One way to break things. A scenario throws when a promise does not hold; what all of them share is checked after it. */
export interface Scenario {
  readonly name: string;
  /** The promise: a fact in the third person. */
  readonly title: string;
  /** Left out of the short runs inside `npm test`, or of every run that does not ask for it by name. */
  readonly only?: 'full' | 'asked';
  /** Events after which Temporal suggests to continue as new: a full run plays in a world of its own, with such a Temporal. */
  readonly suggestContinueAsNew?: number;
  /** Starts the roles it needs. @returns why it could not be played, when it could not */
  play(stage: Stage): Promise<{ readonly skipped: string } | undefined | void>;
}
