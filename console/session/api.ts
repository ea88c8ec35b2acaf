import { STRICT } from '../../client/create-client.ts';
import { createSluiceClient, dataOf, SluiceApiError } from '../../client/index.ts';
import type { components, SluiceClient } from '../../client/index.ts';
import { apiUrl, SERVICE_URL } from '../base.ts';
import type { NewPassword } from '../parts/new-password.tsx';

/** The user or the API key of a tab, with its organization. */
export type Caller = components['schemas']['Caller'];

/** Credential of a tab: an API key, or (null) the session whose cookie the browser keeps. */
export type Credential = string | null;

/** The API with the credential of this tab. */
export interface Api {
  /** The typed client: `dataOf(api.client.GET('/mailing_lists'))`. */
  readonly client: SluiceClient;
  /** The headers of a call that another library makes: the key or the mark of a session, and that unknown names are refused. */
  readonly headers: Readonly<Record<string, string>>;
  /** Calls what the typed client does not cover: streams and files, by a path such as `/jobs/events`. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
}

/** Functions that are called with certain answers of the API. */
interface ApiListeners {
  /** The API does not accept the credential. */
  readonly onRefused: () => void;
  /** The caller may not make the call. */
  readonly onForbidden: () => void;
}

export function createApi(credential: Credential, { onRefused, onForbidden }: ApiListeners): Api {
  const headers = { ...headersOf(credential), ...STRICT };
  const watched = async (request: Request) => {
    const response = await fetch(request, optionsOf(credential));
    if (response.status === 401) onRefused();
    if (response.status === 403) onForbidden();
    return response;
  };
  return {
    client: clientOf(credential, watched),
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

/** The caller of a credential; null when the API does not accept it. @throws SluiceApiError when it does not answer, or refuses for another reason */
export async function findCaller(credential: Credential): Promise<Caller | null> {
  const client = clientOf(credential, (request) => fetch(request, optionsOf(credential)));
  try {
    return await dataOf(client.GET('/session'));
  } catch (error) {
    if (error instanceof SluiceApiError && error.status === 401) return null;
    throw error;
  }
}

/** Begins a session of a user. @returns null when the service does not let the user in @throws Error with the sentence of the service */
export async function signInUser(email: string, password: string): Promise<Caller | null> {
  const bytes = new TextEncoder().encode(`${email}:${password}`);
  const credential = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const response = await fetch(apiUrl('/session'), {
    ...optionsOf(null),
    method: 'POST',
    headers: { authorization: `Basic ${credential}`, ...STRICT },
  });
  if (response.status === 401) return null;
  return callerIn(response);
}

/** Exchanges the code of a one-time link for an API key. @throws Error with the sentence of the service */
export async function redeemCode(code: string): Promise<string> {
  const response = await fetch(new URL('console/sign-in', SERVICE_URL), {
    ...optionsOf(''),
    method: 'POST',
    headers: { 'sluice-console-code': code },
  });
  const answer = (await response.json()) as { data: { api_key: string } | null; error_message: string | null };
  if (answer.data === null) throw new Error(answer.error_message ?? 'the link could not be used');
  return answer.data.api_key;
}

/** Exchanges the code of a one-time link for a session of its user. @throws Error with the sentence of the service */
export async function redeemUserCode(code: string): Promise<Caller> {
  const headers = { 'sluice-console-code': code, ...STRICT };
  return callerIn(await fetch(apiUrl('/session'), { ...optionsOf(null), method: 'POST', headers }));
}

/** Begins a sign-in by the provider. @returns the address to go to @throws Error with the sentence of the service */
export async function startSingleSignOn(): Promise<string> {
  const { url } = await callWithout<{ url: string }>('POST', '/single_sign_on');
  return url;
}

/** Begins a session with the answer of the provider. @throws Error with the sentence of the service */
export function finishSingleSignOn(query: string): Promise<Caller> {
  return callWithout('PUT', '/single_sign_on', { query });
}

/** The ways to sign in that the service offers. @throws Error when it does not answer */
export function findSignInOptions(): Promise<components['schemas']['SignInOptions']> {
  return callWithout('GET', '/sign_in_options');
}

/** Requests the mail with a link for a new password to the user with the address, if there is one. @throws Error with the sentence of the service */
export function requestPasswordReset(email: string): Promise<null> {
  return callWithout('POST', '/password_resets', { email });
}

/** Sets the password of the user of a link. @throws Error with the sentence of the service */
export function setForgottenPassword(code: string, password: NewPassword): Promise<null> {
  return callWithout('PUT', '/password_resets', { code, ...password });
}

/** A call that needs no credential. */
async function callWithout<Data>(method: string, path: string, body?: object): Promise<Data> {
  const headers = { ...STRICT, ...(body !== undefined && { 'content-type': 'application/json' }) };
  // The cookie of a sign-on that was begun goes with it.
  const options = { ...optionsOf(null), method, headers, body: body === undefined ? null : JSON.stringify(body) };
  const response = await fetch(apiUrl(path), options);
  const answer = (await response.json()) as { success: boolean; data: Data; error_message: string | null };
  if (!answer.success) throw new Error(answer.error_message ?? 'the service refused the call');
  return answer.data;
}

async function callerIn(response: Response): Promise<Caller> {
  const answer = (await response.json()) as { data: Caller | null; error_message: string | null };
  if (answer.data === null) throw new Error(answer.error_message ?? 'the sign-in was refused');
  return answer.data;
}

function clientOf(credential: Credential, send: (request: Request) => Promise<Response>): SluiceClient {
  return createSluiceClient({
    baseUrl: SERVICE_URL,
    apiKey: credential,
    fetch: (request) => {
      for (const [name, value] of Object.entries(headersOf(credential))) request.headers.set(name, value);
      return send(request);
    },
  });
}

/** The service takes the cookie of a session only with this header, which pages of other sites cannot send. */
function headersOf(credential: Credential): Readonly<Record<string, string>> {
  return credential === null ? { 'sluice-session': 'true' } : { authorization: `Basic ${credential}` };
}

/** No cookies with a key; and with credentials omitted the browser shows no dialog of its own for a refused key. */
function optionsOf(credential: Credential): RequestInit {
  return { credentials: credential === null ? 'same-origin' : 'omit' };
}
