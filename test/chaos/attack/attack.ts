import type { Hostile } from './hostile/hostile.ts';

/** One way in which a tenant with one key tries to stop the others. */
export interface Attack {
  readonly name: string;
  /** The attack at full size: a noun phrase. */
  readonly title: string;
  /** Bound on the p99 of the other tenant's imports of 100 rows as a multiple of that alone, however short that is; absent: the one of all attacks. */
  readonly mostTimes?: number;
  /** Calls the service through `hostile`, which keeps and judges every answer. */
  play(hostile: Hostile): Promise<void>;
}
