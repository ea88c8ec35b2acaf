import { useEffect, useState } from 'preact/hooks';
import { useAnswer } from '../../hooks/use-answer.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { formatBytes, formatDuration } from '../../parts/format.ts';
import { announce } from '../../parts/live-region.tsx';
import { useApi } from '../../session/session.tsx';
import type { Api } from '../../session/api.ts';
import { FileChoice } from './file-choice.tsx';
import { takeHandedFile } from './handed-file.ts';
import { sourceName } from './source.ts';
import type { Source } from './source.ts';
import { useUpload } from './use-upload.ts';
import type { UploadProgress } from './use-upload.ts';

interface FileStepProps {
  source: Source | null;
  /** The sentence for which the file is refused; null when it is not. */
  refusal: string | null;
  /** The address names the source from now on. */
  onSource: (source: Source | null) => void;
  /** Whether the whole file is there. */
  onComplete: (isComplete: boolean) => void;
}

/** The first step: a file is dropped, chosen, pasted, or named by a URL or its place in the upload directory. */
export function FileStep({ source, refusal, onSource, onComplete }: FileStepProps) {
  const api = useApi();
  const [begun, setBegun] = useState<string | null>(null);
  const upload = useUpload({
    onBegun: (id, filename) => {
      setBegun(id);
      onSource({ type: 'upload', id, filename });
    },
    onDone: (id, filename) => {
      setBegun(null);
      onSource({ type: 'upload', id, filename });
      stored.reload();
      announce(`${filename} was uploaded.`);
    },
  });
  const [empty, setEmpty] = useState<string | null>(null);
  const send = (file: File, known: string | null = null) => {
    setEmpty(file.size === 0 ? file.name : null);
    if (file.size > 0) void upload.send(file, known);
  };
  useEffect(() => {
    const file = takeHandedFile();
    if (file !== null) send(file);
  }, []);
  const uploadId = source?.type === 'upload' && upload.progress === null && begun === null ? source.id : null;
  const stored = useAnswer(
    () => (uploadId === null ? Promise.resolve(null) : readUpload(api, uploadId)),
    [api, uploadId],
  );
  const isWhole = uploadId !== null && stored.data?.id === uploadId && stored.data.offset === stored.data.length;
  const isComplete = source !== null && (source.type !== 'upload' || isWhole);
  useEffect(() => onComplete(isComplete), [isComplete]);

  if (upload.progress !== null) {
    return (
      <Uploading
        progress={upload.progress}
        onRetry={upload.retry}
        onStop={() => {
          upload.stop();
          setBegun(null);
          onSource(null);
        }}
      />
    );
  }
  if (source !== null && isComplete) {
    return (
      <>
        <p>
          <b>{sourceName(source)}</b>
          {stored.data != null && `, ${formatBytes(stored.data.length)}`}{' '}
          <button type="button" class="link" onClick={() => onSource(null)}>
            Choose another file
          </button>
        </p>
        {refusal !== null && (
          <p class="field-error" role="alert">
            {refusal}
          </p>
        )}
      </>
    );
  }
  if (source !== null && stored.isLoading) return <p class="muted">Looking for the upload …</p>;
  return (
    <>
      {source !== null && stored.error !== null && (
        <ErrorPanel error={stored.error} what="The upload cannot be continued" onRetry={stored.reload} />
      )}
      {source !== null && stored.data != null && (
        <p class="panel warning" role="status">
          {formatBytes(stored.data.offset)} of {formatBytes(stored.data.length)} of {sourceName(source)} have arrived.
          Choose the same file again, and the upload continues there.
        </p>
      )}
      {empty !== null && (
        <p class="field-error" role="alert">
          {empty} is empty: it has no bytes. Choose another file.
        </p>
      )}
      <FileChoice onFile={(file) => send(file, begunBefore(source, stored.data, file))} onSource={onSource} />
    </>
  );
}

function Uploading({
  progress,
  onRetry,
  onStop,
}: {
  progress: UploadProgress;
  onRetry: () => void;
  onStop: () => void;
}) {
  const { filename, sentBytes, totalBytes, rate, isRetrying, error } = progress;
  const left = rate === null || rate <= 0 ? null : (totalBytes - sentBytes) / rate;
  return (
    <div>
      <p>
        Uploading <b>{filename}</b>: {formatBytes(sentBytes)} of {formatBytes(totalBytes)}
        {rate !== null && `, ${formatBytes(rate)}/s`}
        {left !== null && `, ${formatDuration(left)} left`}
      </p>
      <p role="status" class={isRetrying ? 'panel warning' : ''}>
        {isRetrying && 'The connection is broken. It is tried again; what has arrived is kept.'}
      </p>
      <progress aria-label={`Upload of ${filename}`} max={totalBytes} value={sentBytes} />
      {error !== null && <ErrorPanel error={error} what="The upload has stopped" onRetry={onRetry} />}
      <button type="button" onClick={onStop}>
        Stop
      </button>
    </div>
  );
}

/** The upload of the address, if its file is the one that was chosen now, as far as its name and size show. */
function begunBefore(source: Source | null, stored: StoredUpload | null | undefined, file: File): string | null {
  if (source?.type !== 'upload' || stored == null) return null;
  return source.filename === file.name && stored.length === file.size ? stored.id : null;
}

interface StoredUpload {
  readonly id: string;
  readonly offset: number;
  readonly length: number;
}

/** Reads the offset and length of an upload, in bytes. @throws Error when it is gone or the service refuses the call */
async function readUpload(api: Api, id: string): Promise<StoredUpload> {
  const response = await api.fetch(`/uploads/${encodeURIComponent(id)}`, {
    method: 'HEAD',
    headers: { 'tus-resumable': '1.0.0' },
  });
  if (response.status === 404 || response.status === 410) {
    throw new Error('The upload is gone: uploads are kept for a day. Choose the file again.');
  }
  if (!response.ok) throw new Error(`The service answered with status ${response.status}.`);
  const [offset, length] = ['upload-offset', 'upload-length'].map((name) => Number(response.headers.get(name)));
  return { id, offset: offset ?? 0, length: length ?? 0 };
}
