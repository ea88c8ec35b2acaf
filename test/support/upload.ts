import type { TestEngine } from './engine.ts';

/** Uploads a file in one call. @returns the source that names it */
export async function upload(
  engine: TestEngine,
  file: Buffer,
  filename: string,
): Promise<{ readonly type: 'upload'; readonly id: string | undefined }> {
  const answer = await engine.app.inject({
    ...{ method: 'POST', url: '/ga/api/v2/uploads', payload: file },
    headers: {
      ...{ authorization: `Basic ${engine.apiKey}`, 'tus-resumable': '1.0.0', 'upload-length': String(file.length) },
      'upload-metadata': `filename ${Buffer.from(filename).toString('base64')}`,
      'content-type': 'application/offset+octet-stream',
    },
  });
  return { type: 'upload', id: String(answer.headers.location).split('/').at(-1) };
}
