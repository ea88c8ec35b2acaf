import createClient from 'openapi-fetch';
import type { Client, Middleware } from 'openapi-fetch';
import { SluiceApiError } from './api-error.ts';
import type { paths } from './schema.ts';

/** The calls of the API: `GET`, `POST`, `PUT` and `DELETE` with a path of the OpenAPI document. */
export type SluiceClient = Client<paths, 'application/json'>;

/** Address of the service, and an API key. */
export interface SluiceClientOptions {
  /** The address of the service, for instance `https://mail.example.com`; the path of the API may follow. */
  readonly baseUrl: string;
  /** An API key as the service shows it; null: calls have none, as those of a browser's session. */
  readonly apiKey: string | null;
  /** Sends the requests in place of the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Whether the service refuses what it does not know, and does not pass over it; true unless said otherwise. */
  readonly strict?: boolean;
}

/** Creates a client. Calls throw SluiceApiError when the service does not answer; refusals are answers (answerOf, dataOf). */
export function createSluiceClient({ baseUrl, apiKey, fetch, strict = true }: SluiceClientOptions): SluiceClient {
  const client = createClient<paths, 'application/json'>({
    baseUrl: apiUrl(baseUrl),
    headers: { ...(apiKey !== null && { authorization: `Basic ${apiKey}` }), ...(strict && STRICT) },
    // Several values of a query parameter are separated by commas.
    querySerializer: { array: { style: 'form', explode: false } },
    ...(fetch !== undefined && { fetch }),
  });
  client.use(noAnswer);
  return client;
}

/** The header of a call for which the service refuses what it does not know. */
export const STRICT = { prefer: 'handling=strict' } as const;

const PREFIX = '/ga/api/v2';

/** The address of the API of a service, which may be given with or without the path of the API. */
export function apiUrl(baseUrl: string): string {
  return `${baseUrl.replace(/(?<!\/)\/+$/, '').replace(PREFIX, '')}${PREFIX}`;
}

/** Names the address of a service that cannot be reached, and refuses answers that are not the API's. */
const noAnswer: Middleware = {
  onError: ({ request, error }) => {
    if (!(error instanceof TypeError)) return undefined;
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    const { origin } = new URL(request.url);
    return new SluiceApiError('no_answer', `the service at ${origin} does not answer: ${reason}`, { cause: error });
  },
  onResponse: ({ request, response }) => {
    const type = response.headers.get('content-type') ?? 'no type';
    if (/^(?:application\/(?:json|x-ndjson)|text\/(?:csv|event-stream|plain))\b/.test(type)) return;
    // An import that has ended, to a client that has all its events.
    if (response.status === 204) return;
    const { origin } = new URL(request.url);
    const message = `${origin} answered ${response.status} with ${type}: is it the address of a Sluice service?`;
    throw new SluiceApiError('no_answer', message, { response });
  },
};
