import type { Hostile } from './hostile.ts';
import type { Reply } from './reply.ts';

/** The header that every call about an upload has. */
export const TUS = { 'tus-resumable': '1.0.0' };

/** The answer to the begin of an upload, with its id; undefined when it was refused. */
export type Begun = Reply & { readonly id: string | undefined };

/** Begins an upload. */
export async function beginUpload(hostile: Hostile, headers: Record<string, string>): Promise<Begun> {
  const reply = await hostile.call('POST', '/uploads', undefined, { headers: { ...TUS, ...headers } });
  return { ...reply, id: reply.location?.split('/').at(-1) };
}

/** Sends a file as one upload. @returns its id */
export async function sendUpload(hostile: Hostile, file: Buffer): Promise<string> {
  const { id = '' } = await beginUpload(hostile, { 'upload-length': String(file.length) });
  const part = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  await hostile.call('PATCH', `/uploads/${id}`, file, { headers: part });
  return id;
}
