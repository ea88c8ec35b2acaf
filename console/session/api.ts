import { STRICT } from '../../client/create-client.ts';
import { createSluiceClient } from '../../client/index.ts';
import type { SluiceClient } from '../../client/index.ts';
import { apiUrl, SERVICE_URL } from '../base.ts';

/** The API with the key of this tab. */
export interface Api {
  /** The typed client: `dataOf(api.client.GET('/mailing_lists'))`. */
  readonly client: SluiceClient;
  /** The headers of a call that another library makes: the key, and that unknown names are refused. */
  readonly headers: Readonly<Record<string, string>>;
  /** Calls what the typed client does not cover: streams and files, by a path such as `/jobs/events`. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
}

/** @param onRefused is called when the API does not accept the key */
export function createApi(apiKey: string, onRefused: () => void): Api {
  const headers = { authorization: `Basic ${apiKey}`, ...STRICT };
  const watched = async (request: Request) => {
    const response = await fetch(request, OWN);
    if (response.status === 401) onRefused();
    return response;
  };
  return {
    client: createSluiceClient({ baseUrl: SERVICE_URL, apiKey, fetch: watched }),
    headers,
    fetch: (path, init = {}) =>
      watched(
        new Request(apiUrl(path), {
          ...init,
          headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers },
        }),
      ),
  };
}

/** Whether the API accepts a key. @throws SluiceApiError when it does not answer, or refuses for another reason */
export async function isAccepted(apiKey: string): Promise<boolean> {
  const client = createSluiceClient({ baseUrl: SERVICE_URL, apiKey, fetch: (request) => fetch(request, OWN) });
  const { response } = await client.GET('/mailing_lists', { params: { query: { per_page: 1 } } });
  return response.status !== 401;
}

/** Exchanges the code of a one-time link for an API key. @throws Error with the sentence of the service */
export async function redeemCode(code: string): Promise<string> {
  const response = await fetch(new URL('console/sign-in', SERVICE_URL), {
    ...OWN,
    method: 'POST',
    headers: { 'sluice-console-code': code },
  });
  const answer = (await response.json()) as { data: { api_key: string } | null; error_message: string | null };
  if (answer.data === null) throw new Error(answer.error_message ?? 'the link could not be used');
  return answer.data.api_key;
}

/** No cookies; and with credentials omitted the browser shows no dialog of its own for a refused key. */
const OWN: RequestInit = { credentials: 'omit' };
