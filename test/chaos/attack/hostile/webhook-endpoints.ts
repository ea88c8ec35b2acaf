import type { Hostile } from './hostile.ts';

/** Reads the ids of the tenant's webhook endpoints. */
export async function endpointIds({ call }: Hostile): Promise<string[]> {
  const { text } = await call('GET', '/webhook_endpoints');
  return [...text.matchAll(/\{"id":(\d+)/g)].flatMap(([, id]) => id ?? []);
}

/** Removes every webhook endpoint of the tenant, each with two concurrent calls. */
export async function removeEndpoints(hostile: Hostile): Promise<void> {
  const remove = (id: string) => [1, 2].map(() => hostile.call('DELETE', `/webhook_endpoints/${id}`));
  await Promise.all((await endpointIds(hostile)).flatMap(remove));
}
