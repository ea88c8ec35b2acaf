import { API_PREFIX } from '../../../api/http/prefix.ts';

/** Calls of the protocol with a credential, to an API that listens at the address. */
export function tusCaller(url: string, key: string) {
  const headers = { authorization: `Basic ${key}`, 'tus-resumable': '1.0.0' };
  const at = (path: string) => (path.startsWith('/') ? `${url}${path}` : `${url}${API_PREFIX}/uploads/${path}`);
  return {
    create: (length: number | string, more: Record<string, string> = {}) =>
      fetch(`${url}${API_PREFIX}/uploads`, {
        method: 'POST',
        headers: { ...headers, 'upload-length': String(length), ...more },
      }),
    append: (path: string, offset: number, body: string | Uint8Array, more: Record<string, string> = {}) =>
      fetch(at(path), {
        method: 'PATCH',
        headers: {
          ...headers,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
          ...more,
        },
        body,
      }),
    head: (path: string) => fetch(at(path), { method: 'HEAD', headers }),
    remove: (path: string) => fetch(at(path), { method: 'DELETE', headers }),
  };
}

/** The id of an upload that was begun. */
export function uploadIdOf(created: Response): string {
  return created.headers.get('location')?.split('/').at(-1) ?? '';
}
