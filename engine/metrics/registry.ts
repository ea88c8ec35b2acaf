import { Registry, collectDefaultMetrics } from 'prom-client';

/** Creates a registry with the metrics of this process (processor, memory, event loop, garbage collection). */
export function createRegistry(role: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ role });
  collectDefaultMetrics({ register: registry });
  return registry;
}
