/** The services that a network can swallow. `receivers`: of webhooks and of mail. */
export const SWALLOWED = ['postgres', 'temporal', 'redis', 's3', 'receivers'] as const;
export type Swallowed = (typeof SWALLOWED)[number];

/** The ways: nothing passes for a while, or the connections of one moment are lost for good while new ones work. */
export type HoleMode = 'silent' | 'lost';

/** Bounds that docs/reliability.md promises. */
export const ANSWERED_WITHIN_MS = 15_000;
export const ON_WITHIN_MS = 30_000;
export const NAMED_WITHIN_MS = 60_000;

export const HOLE_MS = 60_000;

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
