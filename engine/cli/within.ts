import type { Client } from '@temporalio/client';

/** Temporal, or a worker of it, has not answered in time. */
export class NoAnswer extends Error {}

/**
 * Makes a call to Temporal that ends in time.
 * @throws NoAnswer when it took longer, which says nothing about what became of the call
 */
export async function within<Answer>(
  client: Client,
  milliseconds: number,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const signal = AbortSignal.timeout(milliseconds);
  const answer = client.withAbortSignal(signal, call);
  // The client waits for its next attempt before it looks at the signal; nobody else waits for it then.
  const expiry = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new NoAnswer(`No answer within ${milliseconds / 1000} s.`)));
  });
  return Promise.race([answer, expiry]);
}
