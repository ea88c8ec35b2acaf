import { API_PREFIX } from '../../../api/http/prefix.ts';
import { until } from '../until.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Answer {
  readonly success: boolean;
  readonly data: any;
  readonly error_code: string | null;
  readonly error_message: string | null;
}

/** The HTTP API, as a client sees it that may find it dead. */
export interface Api {
  /** Sends a request with the credential. @throws as `call` */
  send(method: string, path: string, init?: RequestInit): Promise<Response>;
  /** @throws whatever fetch throws when nobody answers, or answers half */
  call(method: Method, path: string, body?: unknown, more?: Readonly<Record<string, string>>): Promise<Answer>;
  /** The data of a call that must succeed. @throws Error with the envelope's message */
  demand(method: Method, path: string, body?: unknown): Promise<any>;
  /**
   * Sends a command until somebody answers it. One that nobody answered in time may have been done all the same, so the
   * answer may be that it is no longer possible.
   */
  insist(importId: number, command: 'pause' | 'unpause' | 'cancel'): Promise<Answer>;
  /** The body of an answer that is a file. @throws Error with the envelope's message when it is none */
  text(path: string): Promise<string>;
  /** The body of a log; empty when the import has none of the kind. */
  log(importId: number, kind: string): Promise<string>;
  /** The detail of an import once the condition holds, however often the API dies meanwhile. */
  untilImport(importId: number, condition: (detail: any) => boolean): Promise<any>;
  untilEnded(importId: number): Promise<any>;
}

/** Creates a client with a Basic credential. */
export function createApi(baseUrl: string, apiKey: string): Api {
  const headers = { authorization: `Basic ${apiKey}`, connection: 'close' };
  const send: Api['send'] = (method, path, init = {}) =>
    fetch(`${baseUrl}${API_PREFIX}${path}`, {
      ...init,
      method,
      headers: { ...headers, ...init.headers },
      signal: AbortSignal.timeout(60_000),
    });
  const request = (method: Method, path: string, body?: unknown, more: Readonly<Record<string, string>> = {}) =>
    send(method, path, {
      headers: { ...more, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const call: Api['call'] = async (method, path, body, more) =>
    (await (await request(method, path, body, more)).json()) as Answer;
  const untilImport: Api['untilImport'] = async (importId, condition) => {
    let last: unknown;
    const look = async () => {
      const { success, data } = await call('GET', `/subscriber_imports/${importId}`);
      if (!success) return null;
      last = data;
      return condition(data) ? (data as object) : null;
    };
    return until(`import ${importId}`, look, { everyMs: POLL_MS }).catch((cause: unknown) => {
      throw new Error(`Import ${importId} stayed as ${JSON.stringify(last)}.`, { cause });
    });
  };
  return {
    send,
    call,
    demand: async (method, path, body) => {
      const answer = await call(method, path, body);
      if (answer.success) return answer.data;
      throw new Error(`${method} ${path} was answered ${answer.error_code}: ${answer.error_message}`);
    },
    insist: (importId, command) =>
      until(`import ${importId} takes ${command}`, async () => {
        const answer = await call('POST', `/subscriber_imports/${importId}/${command}`);
        return answer.error_code === 'internal_error' ? null : answer;
      }),
    text: async (path) => {
      const response = await request('GET', path);
      const text = await response.text();
      if (!response.headers.get('content-type')?.includes('json')) return text;
      throw new Error(`${path} was answered ${text}.`);
    },
    log: async (importId, kind) => {
      const response = await request('GET', `/subscriber_imports/${importId}/logs/${kind}`);
      const text = await response.text();
      if (!response.headers.get('content-type')?.includes('json')) return text;
      const answer = JSON.parse(text) as Answer;
      if (answer.error_code === 'not_found') return '';
      throw new Error(`The log ${kind} of import ${importId} was answered ${text}.`);
    },
    untilImport,
    untilEnded: (importId) => untilImport(importId, ({ state }) => ENDED.has(state as string)),
  };
}

/** Scenarios wait for many imports at the same time, and each call takes milliseconds from what they wait for. */
const POLL_MS = 200;

const ENDED = new Set(['finished', 'failed', 'cancelled']);
