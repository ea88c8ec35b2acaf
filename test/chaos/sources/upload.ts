import type { Api } from '../world/api.ts';
import { until } from '../until.ts';

const PARTS = 4;

/**
 * Sends a file in parts, each to the next of the APIs and from where the service says that it has got to, until it has all.
 * @returns the id of the upload
 */
export async function sendUpload(apis: readonly Api[], content: string): Promise<string> {
  const bytes = Buffer.from(content);
  let calls = 0;
  const send = async (method: 'POST' | 'HEAD' | 'PATCH', path: string, init: RequestInit = {}) => {
    const api = apis[calls++ % apis.length]!;
    const headers = { 'tus-resumable': '1.0.0', ...init.headers };
    const answer = await api.send(method, path, { ...init, headers });
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status} ${await answer.text()}`);
    return answer.headers;
  };
  const patience = { everyMs: 300 };
  const id = await until(
    'an upload is begun',
    async () => {
      const headers = await send('POST', '/uploads', { headers: { 'upload-length': String(bytes.length) } });
      return headers.get('location')?.split('/').at(-1) ?? null;
    },
    patience,
  );
  await until(
    `upload ${id} is whole`,
    async () => {
      const offset = Number((await send('HEAD', `/uploads/${id}`)).get('upload-offset'));
      if (offset === bytes.length) return true;
      const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
      const body = bytes.subarray(offset, offset + Math.ceil(bytes.length / PARTS));
      await send('PATCH', `/uploads/${id}`, { headers, body });
      return null;
    },
    patience,
  );
  return id;
}
