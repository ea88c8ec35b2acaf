import { useAnswer } from '../hooks/use-answer.ts';
import { ErrorPanel } from '../parts/error-panel.tsx';
import { formatCount, formatCountOf } from '../parts/format.ts';
import { useApi } from '../session/session.tsx';
import { DownloadButton } from './download-button.tsx';
import { readLog } from './read-log.ts';
import type { LogBeginning } from './read-log.ts';

interface ImportLogProps {
  id: number;
  counter: string;
  /** The outcome in words. */
  name: string;
  count: number;
  format: { readonly csv_field_separator: string; readonly csv_field_enclosure: string };
  changes: number;
}

const MOST_ROWS = 100;

/** The first rows of one outcome, and the whole log as a file. Failed rows have the shape of the import's own file. */
export function ImportLog({ id, counter, name, count, format, changes }: ImportLogProps) {
  const api = useApi();
  const path = `/subscriber_imports/${id}/logs/${counter}`;
  const isFailed = counter === 'failed';
  const log = useAnswer(
    () => readLog(api, path, { format, most: isFailed ? MOST_ROWS + 1 : MOST_ROWS }),
    [api, path, changes],
  );
  const records = log.data?.records ?? [];
  const rows = isFailed ? Math.max(0, records.length - 1) : records.length;
  return (
    <section aria-labelledby="log">
      <h2 id="log">{isFailed ? 'Failed rows' : `Rows that were ${name}`}</h2>
      {log.error !== null && <ErrorPanel error={log.error} onRetry={log.reload} />}
      {log.data === null && <p class="muted">The log has no entry, or its retention is over.</p>}
      {log.data !== undefined && log.data !== null && (
        <>
          <p>
            {formatCountOf(count, 'row')}. {log.data.isCut && `The first ${formatCount(rows)} are shown. `}
            {isFailed &&
              'The file has them with all their columns and the reason: repair it, and import it without the last column.'}
          </p>
          <DownloadButton path={path} name={`import-${id}-${counter}.${isFailed ? 'csv' : 'txt'}`}>
            Download {isFailed ? 'the failed rows' : 'the addresses'}
          </DownloadButton>
          {isFailed ? <FailedRows log={log.data} /> : <Addresses log={log.data} />}
        </>
      )}
    </section>
  );
}

function FailedRows({ log: { records } }: { log: LogBeginning }) {
  const [header = [], ...rows] = records;
  const last = header.length - 1;
  return (
    // A region that scrolls has to be reachable by keyboard.
    <div class="wide-table" role="region" aria-label="Failed rows" tabIndex={0}>
      <table class="failed-rows">
        <thead>
          <tr>
            <th scope="col">Why</th>
            {header.slice(0, last).map((name, at) => (
              <th key={at} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((fields, at) => (
            <tr key={at}>
              {/* A row may have more or fewer fields than the header; the reason is always the last one. */}
              <td class="reason">{fields.at(-1)}</td>
              {header.slice(0, last).map((_, column) => (
                <td key={column}>{column < fields.length - 1 ? fields[column] : ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Addresses({ log: { records } }: { log: LogBeginning }) {
  return (
    <ul class="addresses">
      {records.map(([address = ''], at) => (
        <li key={at}>{address}</li>
      ))}
    </ul>
  );
}
