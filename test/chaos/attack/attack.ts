import type { Hostile } from './hostile/hostile.ts';

/** One way in which a tenant with one key tries to stop the others. */
export interface Attack {
  readonly name: string;
  /** What is tried: a noun phrase. */
  readonly title: string;
  /** Part of the short run inside `npm test` too. */
  readonly isShort?: true;
  /** Calls the service through `hostile`, which keeps and judges every answer. */
  play(hostile: Hostile): Promise<void>;
}
