import type { Client } from '@temporalio/client';
import { inTime } from '../in-time.ts';

/** How a call to Temporal is kept from taking too long; it rejects when it has. */
export type Limit = <Answer>(call: () => Promise<Answer>) => Promise<Answer>;

/** Makes a call to Temporal that ends in time, and is given up then. @throws NoAnswerInTime, or what the call throws */
export function within<Answer>(client: Client, milliseconds: number, call: () => Promise<Answer>): Promise<Answer> {
  const giving = new AbortController();
  // The client waits for its next attempt before it looks at the signal; the caller does not wait for it.
  return inTime(milliseconds, client.withAbortSignal(giving.signal, call)).finally(() => giving.abort());
}
