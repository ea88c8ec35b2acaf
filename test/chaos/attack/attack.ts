import type { Hostile } from './hostile/hostile.ts';

/** One way in which a tenant with one key tries to stop the others. */
export interface Attack {
  readonly name: string;
  /** What is tried, at full size: a noun phrase. */
  readonly title: string;
  /** Calls the service through `hostile`, which keeps and judges every answer. */
  play(hostile: Hostile): Promise<void>;
}
