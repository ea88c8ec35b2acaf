import { EventSource } from 'eventsource';
import { useEffect, useRef, useState } from 'preact/hooks';
import { apiUrl } from '../base.ts';
import { useApi } from '../session/session.tsx';

/** Connection state of a stream of events. */
export interface EventStreamState {
  /**
   * `ended`: no more will come. The service closes each stream now and then; it is `broken` when connecting again has failed,
   * too.
   */
  readonly status: 'connecting' | 'open' | 'broken' | 'ended';
  /** Arrival time of the last event, by the browser's clock; shown while the stream is broken. */
  readonly lastEventAt: Date | null;
}

/**
 * Receives the events of jobs of a path such as `/jobs/events`, null for none. `onReload` is called when some changes are not sent: the jobs
 * that were known are to be read again; unfinished ones follow as events. A broken stream is resumed where it broke, by
 * Last-Event-ID. The browser's own EventSource cannot send the API key.
 */
export function useEventStream<Data>(
  path: string | null,
  onEvent: (data: Data) => void,
  onReload?: () => void,
): EventStreamState {
  const api = useApi();
  const [state, setState] = useState<EventStreamState>({ status: 'connecting', lastEventAt: null });
  const receive = useRef(onEvent);
  receive.current = onEvent;
  const reload = useRef(onReload);
  reload.current = onReload;

  useEffect(() => {
    if (path === null) {
      setState(({ lastEventAt }) => ({ status: 'ended', lastEventAt }));
      return undefined;
    }
    let retry: ReturnType<typeof setTimeout> | undefined;
    let source: EventSource | null = null;
    let lastEventId = '';
    let failures = 0;
    let silence: ReturnType<typeof setTimeout> | undefined;
    /** The service writes something every few seconds. */
    const restartTimer = () => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        failures = 2;
        setState(({ lastEventAt }) => ({ status: 'broken', lastEventAt }));
        source?.close();
        open();
      }, SILENCE_MS);
    };

    const open = () => {
      let hasEnded = false;
      restartTimer();
      source = new EventSource(apiUrl(path), {
        fetch: async (_url, init) => {
          const headers: Record<string, string> = { ...init.headers };
          if (lastEventId !== '') headers['Last-Event-ID'] = lastEventId;
          const response = await api.fetch(path, { headers, signal: init.signal as AbortSignal, cache: 'no-store' });
          hasEnded = response.status === 204;
          return response.body === null || hasEnded ? response : watched(response, restartTimer);
        },
      });
      source.addEventListener('open', () => {
        failures = 0;
        setState(({ lastEventAt }) => ({ status: 'open', lastEventAt }));
      });
      source.addEventListener('job', (event: MessageEvent<string>) => {
        lastEventId = event.lastEventId;
        setState({ status: 'open', lastEventAt: new Date() });
        receive.current(JSON.parse(event.data) as Data);
      });
      source.addEventListener('reload', (event: MessageEvent<string>) => {
        lastEventId = event.lastEventId;
        setState({ status: 'open', lastEventAt: new Date() });
        reload.current?.();
      });
      source.addEventListener('error', () => {
        failures += 1;
        const isClosed = source?.readyState === EventSource.CLOSED;
        if (isClosed) clearTimeout(silence);
        const status = hasEnded ? 'ended' : failures > 1 ? 'broken' : 'connecting';
        setState(({ lastEventAt }) => ({ status, lastEventAt }));
        // It connects again by itself unless the service has refused.
        if (isClosed && !hasEnded) retry = setTimeout(open, RETRY_MS);
      });
    };
    open();
    return () => {
      clearTimeout(retry);
      clearTimeout(silence);
      source?.close();
    };
  }, [path, api]);

  return state;
}

const RETRY_MS = 5000;
/** A stream on which nothing has arrived for so long is broken: two heartbeats were missed. */
const SILENCE_MS = 12_000;

/** The response, with a call for each part that arrives, which the source of events keeps for itself. */
function watched({ body, status, headers }: Response, onPart: () => void): Response {
  const passed = body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (part, passing) => {
        onPart();
        passing.enqueue(part);
      },
    }),
  );
  return new Response(passed ?? null, { status, headers });
}
