import { useAnswer } from '../hooks/use-answer.ts';
import { useTarget } from '../hooks/use-target.ts';
import { ErrorPanel } from '../parts/error-panel.tsx';
import { formatCount } from '../parts/format.ts';
import type { Api } from '../session/api.ts';
import { useApi } from '../session/session.tsx';
import { DownloadButton } from '../parts/download-button.tsx';

interface AddressLogProps {
  /** Path of the log in the API. */
  path: string;
  /** Name of the file to download. */
  file: string;
  counter: string;
  title: string;
  /** The number of entries in words: "12 rows". */
  amount: string;
  changes: number;
}

const MOST_ADDRESSES = 100;

/** The first addresses of one outcome, and the whole log as a file. */
export function AddressLog({ path, file, counter, title, amount, changes }: AddressLogProps) {
  const api = useApi();
  const log = useAnswer(() => readAddresses(api, path), [api, path, changes]);
  const heading = useTarget<HTMLHeadingElement>('log', counter);
  return (
    <section aria-labelledby="log">
      <h2 id="log" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {log.error !== null && <ErrorPanel error={log.error} onRetry={log.reload} />}
      {log.data === null && <p class="muted">The log has no entry, or its retention is over.</p>}
      {log.data != null && (
        <>
          <p>
            {amount}. {log.data.isCut && `The first ${formatCount(MOST_ADDRESSES)} are shown.`}
          </p>
          <DownloadButton path={`${path}?bom=1`} name={file}>
            Download the addresses
          </DownloadButton>
          <ul class="addresses">
            {log.data.addresses.map((address, at) => (
              <li key={at}>{address}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The beginning of a log with an address in each line; null when it has no entry. The rest is not downloaded. */
async function readAddresses(api: Api, path: string): Promise<{ addresses: string[]; isCut: boolean } | null> {
  const response = await api.fetch(path);
  const isEmpty = response.headers.get('content-type')?.includes('json') === true;
  if (isEmpty || response.body === null) return null;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let lines: string[] = [];
  // One more, so that the last one shown is whole.
  while (lines.length <= MOST_ADDRESSES + 1) {
    const { done, value = '' } = await reader.read();
    text += value;
    lines = text.split('\n');
    if (done)
      return {
        addresses: lines.slice(0, MOST_ADDRESSES).filter((line) => line !== ''),
        isCut: lines.length > MOST_ADDRESSES + 1,
      };
  }
  await reader.cancel();
  return { addresses: lines.slice(0, MOST_ADDRESSES), isCut: true };
}
