import { useEffect, useRef, useState } from 'preact/hooks';
import { DetailedError, Upload } from 'tus-js-client';
import { apiUrl } from '../../base.ts';
import { useApi } from '../../session/session.tsx';

/** Progress of an upload. */
export interface UploadProgress {
  readonly filename: string;
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** Bytes a second over the last few seconds; null before that is known. */
  readonly rate: number | null;
  /** The connection broke, and is tried again. */
  readonly isRetrying: boolean;
  readonly error: Error | null;
}

interface UploadEvents {
  /** The service has an id for the upload, by which it is continued. */
  readonly onBegun: (id: string, filename: string) => void;
  readonly onDone: (id: string, filename: string) => void;
}

/** Sends a file in parts. The part that was sent is kept by the service, and the same file, chosen again, continues it. */
export function useUpload({ onBegun, onDone }: UploadEvents) {
  const { headers } = useApi();
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const running = useRef<Upload | null>(null);
  useEffect(() => () => void running.current?.abort(), []);

  /** @param known an upload of this file that was begun before */
  const send = async (file: File, known: string | null = null) => {
    const { name: filename, size: totalBytes } = file;
    const speed = createSpeed();
    const idOf = (upload: Upload) => upload.url?.split('/').at(-1) ?? '';
    setProgress({ filename, sentBytes: 0, totalBytes, rate: null, isRetrying: false, error: null });
    const upload = new Upload(file, {
      endpoint: apiUrl('/uploads'),
      ...(known !== null && { uploadUrl: apiUrl(`/uploads/${encodeURIComponent(known)}`) }),
      headers: { ...headers },
      metadata: { filename },
      retryDelays: [0, 1000, 3000, 5000, 10_000, 20_000, 30_000],
      removeFingerprintOnSuccess: true,
      onUploadUrlAvailable: () => onBegun(idOf(upload), filename),
      onProgress: (sentBytes) =>
        setProgress({ filename, sentBytes, totalBytes, rate: speed.note(sentBytes), isRetrying: false, error: null }),
      onShouldRetry: (error) => {
        const isRetrying = mayRetry(error);
        if (isRetrying) setProgress((known) => known && { ...known, rate: null, isRetrying });
        return isRetrying;
      },
      onError: (error) =>
        setProgress((known) => known && { ...known, rate: null, isRetrying: false, error: explained(error) }),
      onSuccess: () => {
        setProgress(null);
        onDone(idOf(upload), filename);
      },
    });
    running.current = upload;
    const [previous] = known === null ? await upload.findPreviousUploads() : [];
    if (previous !== undefined) upload.resumeFromPreviousUpload(previous);
    upload.start();
  };
  const stop = () => {
    void running.current?.abort();
    setProgress(null);
  };
  const retry = () => {
    setProgress((known) => known && { ...known, error: null });
    running.current?.start();
  };
  return { progress, send, stop, retry };
}

/** Whether a part may arrive when it is sent again: not where the service has refused it for good. */
function mayRetry(error: Error): boolean {
  const status = error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;
  return status < 400 || status >= 500 || [409, 423, 429].includes(status);
}

/** The sentence of the service where there is one, in place of the library's, which contains the request. */
function explained(error: Error): Error {
  const body = error instanceof DetailedError ? error.originalResponse?.getBody() : undefined;
  try {
    const { error_message } = JSON.parse(body ?? '') as { error_message?: unknown };
    if (typeof error_message === 'string') return new Error(error_message);
  } catch {
    // There is no answer, or none of the service.
  }
  return new Error('The connection broke. What was sent is kept, and the upload can be continued.');
}

/** Bytes a second over the last few seconds. */
function createSpeed() {
  let notes: { readonly at: number; readonly bytes: number }[] = [];
  return {
    note: (bytes: number): number | null => {
      const at = performance.now();
      notes = [...notes.filter((each) => at - each.at < WINDOW_MS), { at, bytes }];
      const first = notes[0];
      if (first === undefined || at - first.at < 500) return null;
      return ((bytes - first.bytes) / (at - first.at)) * 1000;
    },
  };
}

const WINDOW_MS = 5000;
