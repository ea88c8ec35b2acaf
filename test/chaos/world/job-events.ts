import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from './api.ts';

/** The events of the jobs of an organization, for a client that connects again wherever its stream has ended. */
export interface JobEvents {
  /** The states in which imports have ended, by their ids. */
  readonly ends: ReadonlyMap<number, string>;
  /** Ends the stream. */
  close(): Promise<void>;
}

/** Begins to read the events. */
export function followJobs(api: Api): JobEvents {
  const ends = new Map<number, string>();
  let lastId = '';
  let isClosed = false;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;

  const take = (event: string) => {
    lastId = /^id: (.+)$/m.exec(event)?.[1] ?? lastId;
    const data = /^event: job\ndata: (.+)$/m.exec(event)?.[1];
    if (data === undefined) return;
    const { job_type: type, id, finished_at: finishedAt, state } = JSON.parse(data) as Record<string, unknown>;
    if (type === 'SubscriberImport' && finishedAt !== null) ends.set(id as number, state as string);
  };
  const readOnce = async () => {
    const response = await api.send(
      'GET',
      '/jobs/events',
      lastId === '' ? {} : { headers: { 'last-event-id': lastId } },
    );
    reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      const events = (text + decoder.decode(part.value, { stream: true })).split('\n\n');
      text = events.pop() ?? '';
      events.forEach(take);
    }
  };
  const readOn = async () => {
    while (!isClosed) {
      await readOnce().catch(() => undefined);
      await delay(200);
    }
  };
  const done = readOn();
  return {
    ends,
    close: async () => {
      isClosed = true;
      await reader?.cancel().catch(() => undefined);
      await done;
    },
  };
}
