import { z } from 'zod';
import { API_PREFIX } from '../../api/http/prefix.ts';

/** Calls of the service's own API; each answers the envelope's `data`. @throws Error with the envelope's message. */
export interface ApiClient {
  get(path: string): Promise<unknown>;
  post(path: string, body: object): Promise<unknown>;
  put(path: string, body: object): Promise<unknown>;
  delete(path: string): Promise<unknown>;
}

/** Creates a client that authenticates with the Basic credential. */
export function createApiClient(apiUrl: string, apiKey: string, signal: AbortSignal): ApiClient {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${apiUrl}${API_PREFIX}${path}`, {
      method,
      signal,
      headers: { authorization: `Basic ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { success, data, error_message } = envelope.parse(await response.json());
    if (success) return data;
    throw new Error(`${method} ${path} was answered ${response.status}: ${JSON.stringify(error_message)}`);
  };
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    delete: (path) => call('DELETE', path),
  };
}

/** A list and the custom fields that the columns of the file feed. */
export interface BenchList {
  readonly id: number;
  readonly fieldIds: readonly number[];
}

/** Creates a list with two text fields and a number field. */
export async function createList(api: ApiClient, name: string): Promise<BenchList> {
  const { id } = withId.parse(await api.post('/mailing_lists', { mailing_list: { name } }));
  const fieldIds: number[] = [];
  for (const custom_field of FIELDS) {
    const field = withId.parse(await api.post(`/mailing_lists/${id}/custom_fields`, { custom_field }));
    fieldIds.push(field.id);
  }
  return { id, fieldIds };
}

const FIELDS = [
  { name: 'First Name', field_type: 'text' },
  { name: 'City', field_type: 'text' },
  { name: 'Score', field_type: 'number' },
];

const withId = z.object({ id: z.number().int() });

const envelope = z.object({ success: z.boolean(), data: z.unknown(), error_message: z.unknown() });
