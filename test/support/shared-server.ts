/** A server that several test projects use and the last one stops. */
export interface SharedServer<T> {
  readonly acquire: () => Promise<T>;
  readonly release: () => Promise<void>;
}

interface Entry {
  users: number;
  running: Promise<{ readonly stop: () => Promise<void> }>;
}

/**
 * Starts the server for the first project that asks. Each project loads its set-up files anew, so what is shared hangs on
 * the process and not on a module.
 */
export function shareServer<T extends { readonly stop: () => Promise<void> }>(
  name: string,
  start: () => Promise<T>,
): SharedServer<T> {
  const entries = registry();
  return {
    acquire: async () => {
      const entry = entries.get(name) ?? { users: 0, running: start() };
      entries.set(name, entry);
      entry.users += 1;
      return (await entry.running) as T;
    },
    release: async () => {
      const entry = entries.get(name);
      if (entry === undefined || --entry.users > 0) return;
      entries.delete(name);
      await (await entry.running).stop();
    },
  };
}

function registry(): Map<string, Entry> {
  const holder = globalThis as { [REGISTRY]?: Map<string, Entry> };
  return (holder[REGISTRY] ??= new Map<string, Entry>());
}

const REGISTRY = Symbol.for('sluice.test.servers');
