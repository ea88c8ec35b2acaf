import { useEffect, useState } from 'preact/hooks';
import { fileOf } from '../../client/index.ts';
import type { components } from '../../client/index.ts';
import type { Api } from '../session/api.ts';
import { useApi } from '../session/session.tsx';
import { FailedLogReader } from './failed-log.ts';
import type { FailedLog, FailedNote, FailedRow } from './failed-log.ts';

type Import = Pick<components['schemas']['SubscriberImport'], 'id' | 'column_mapping' | 'stats'>;

/** The failed rows of an import, as far as they are read. */
interface ReadFailedLog {
  /** Undefined until the first rows are there. */
  readonly log: FailedLog | undefined;
  readonly isWhole: boolean;
  readonly error: unknown;
  readonly reload: () => void;
}

/** Milliseconds between two drawings while a long log is read. */
const SHOW_MS = 250;

/** Reads the whole log of failed rows, of which only counts and the first rows are kept. */
export function useFailedLog({ id, column_mapping, stats }: Import): ReadFailedLog {
  const api = useApi();
  const [tries, setTries] = useState(0);
  const [state, setState] = useState<Omit<ReadFailedLog, 'reload'>>({ log: undefined, isWhole: false, error: null });
  useEffect(() => {
    const abort = new AbortController();
    const show = (log: FailedLog, isWhole: boolean) => setState({ log, isWhole, error: null });
    readLog(api, { id, mapping: column_mapping, signal: abort.signal, show }).catch((error: unknown) => {
      if (!abort.signal.aborted) setState((known) => ({ ...known, error }));
    });
    return () => abort.abort();
  }, [api, id, stats.subscribers.failed, tries]);
  return { ...state, reload: () => setTries(tries + 1) };
}

interface Reading {
  readonly id: number;
  readonly mapping: readonly string[];
  readonly signal: AbortSignal;
  readonly show: (log: FailedLog, isWhole: boolean) => void;
}

async function readLog(api: Api, { id, mapping, signal, show }: Reading): Promise<void> {
  const params = { path: { id } };
  const body = await fileOf(
    api.client.GET('/subscriber_imports/{id}/failed_rows', { params, parseAs: 'stream', signal }),
  );
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  const log = new FailedLogReader(mapping);
  let rest = '';
  let shownAt = -Infinity;
  for (;;) {
    const { done, value = '' } = await reader.read();
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) log.add(JSON.parse(line) as FailedRow | FailedNote);
    if (!done && performance.now() - shownAt < SHOW_MS) continue;
    shownAt = performance.now();
    show(log.read(), done);
    if (done) return;
  }
}
