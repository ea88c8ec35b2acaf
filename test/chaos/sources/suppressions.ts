import { SUPPRESSION_COUNTERS } from '../../../engine/domain/suppressed-address-imports.ts';
import { requireNone } from '../failure.ts';
import { until } from '../until.ts';
import type { World } from '../world/world.ts';
import { COLUMN_MAPPING } from './csv-file.ts';
import type { CsvFile } from './csv-file.ts';

/** An import of suppressed addresses, with the domain that the addresses of its file have. */
export interface Suppression {
  readonly id: number;
  readonly domain: string;
}

/** Creates an import that suppresses the addresses of a file, at a domain of its own: no other import has any of them. */
export async function createSuppression({ api }: World, { content }: CsvFile): Promise<Suppression> {
  const domain = `suppressed${domains++}.example.com`;
  const { id } = await api.demand('POST', '/suppressed_address_imports', {
    suppressed_address_import: {
      column_mapping: COLUMN_MAPPING.map((column) => (column === 'email' ? column : '')),
      file_source: { type: 'json', content: content.replaceAll('example.com', domain) },
    },
  });
  return { id: id as number, domain };
}

let domains = 1;

/**
 * Waits for the end of such an import, and reads its counters and its logs as a text that is the same for each import of a file.
 * @throws PromiseBroken unless it is finished
 */
export async function suppressionOf({ api }: World, { id, domain }: Suppression): Promise<string> {
  const { state, error_message, stats } = await until(`import of suppressed addresses ${id} ends`, async () => {
    const { success, data } = await api.call('GET', `/suppressed_address_imports/${id}`);
    return success && ['finished', 'failed', 'cancelled'].includes(data.state as string) ? data : null;
  });
  requireNone(state === 'finished' ? [] : [`import of suppressed addresses ${id} is ${state}: ${error_message}`]);
  const logs = [];
  for (const kind of SUPPRESSION_COUNTERS) {
    if (stats[kind] > 0) logs.push(await api.text(`/suppressed_address_imports/${id}/logs/${kind}`));
  }
  return [JSON.stringify(stats), ...logs].join('\n').replaceAll(domain, 'example.com');
}

/** Whether the service knows such imports: the last release may not. */
export async function knowsSuppressions({ api }: World): Promise<boolean> {
  return (await api.call('GET', '/suppressed_address_imports?per_page=1')).success;
}
