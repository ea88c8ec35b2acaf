/** Whether a job can continue, as its events have it; null while that is not known. */
interface Health {
  readonly health: 'ok' | 'stuck' | 'stalled' | null;
}

/** The units per second of a job and the seconds that are left of it. */
interface Speed {
  readonly rate: number | null;
  readonly seconds_left: number | null;
}

/** Whether a job is known to be blocked. */
export function isUnhealthy({ health }: Health): boolean {
  return health === 'stuck' || health === 'stalled';
}

/** The speed of a job; null where it is not known, and while the job is blocked or its events do not arrive. */
export function speedOf(job: (Speed & Health) | undefined, { status }: { readonly status: string }): Speed {
  const isNow = job !== undefined && !isUnhealthy(job) && status !== 'broken';
  return isNow ? { rate: job.rate, seconds_left: job.seconds_left } : { rate: null, seconds_left: null };
}
