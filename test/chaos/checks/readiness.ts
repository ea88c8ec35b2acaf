import { until } from '../until.ts';
import type { World } from '../world/world.ts';

/** Whether an API says that it serves calls. */
export async function isReady(port: number): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
}

/** Whether an API says why it is not ready, and refuses calls, as sentences. */
export async function unlessUnready({ apiAt }: World, port: number, reason: string): Promise<string[]> {
  const said = await until('the API is not ready', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`);
    return response.status === 503 ? response.text() : null;
  });
  const { error_code: code } = await apiAt(port).call('GET', '/mailing_lists');
  return [
    ...(said.includes(reason) ? [] : [`/readyz says ${said}`]),
    ...(code === 'internal_error' ? [] : [`a call is answered ${code} by a version that waits for its schema`]),
  ];
}
