import { useState } from 'preact/hooks';
import { fileOf } from '../../client/index.ts';
import type { components } from '../../client/index.ts';
import { useAnswer } from '../hooks/use-answer.ts';
import { useApi } from '../session/session.tsx';
import type { Api } from '../session/api.ts';
import { DownloadButton } from './download-button.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { groupFailedRows } from './failed-log.ts';
import type { FailedGroup, FailedLog } from './failed-log.ts';
import { formatCount, formatCountOf } from './format.ts';

type Import = Pick<components['schemas']['SubscriberImport'], 'id' | 'file_format' | 'column_mapping' | 'stats'>;

/** The rows of an import that failed, grouped by reason with the cell marked, and the download of all of them. */
export function FailedRows({ record }: { record: Import }) {
  const { id, stats } = record;
  const api = useApi();
  const failed = stats.subscribers.failed;
  const log = useAnswer(() => readLog(api, record), [api, id, failed]);
  return (
    <section aria-labelledby="log" class="failed-rows">
      <h3 id="log">{formatCountOf(failed, 'row')} failed</h3>
      {log.error !== null && <ErrorPanel error={log.error} onRetry={log.reload} />}
      {log.data !== undefined && <Groups log={log.data} failed={failed} />}
      <DownloadButton path={`/subscriber_imports/${id}/logs/failed`} name={`import-${id}-failed.csv`}>
        Download the failed rows
      </DownloadButton>
      <p class="hint">
        The file has the columns of yours and the reason in the last one. Repair it and import it again.
      </p>
    </section>
  );
}

function Groups({ log, failed }: { log: FailedLog; failed: number }) {
  const read = log.groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <>
      {read < failed && <p class="hint">Shown are the first {formatCount(read)} of them.</p>}
      {log.groups.map((group) => (
        <Group key={group.reason} group={group} header={log.header} />
      ))}
    </>
  );
}

/** Rows of a group that are shown before the user asks for more. */
const FEW = 3;
const MANY = 100;

function Group({ group: { reason, rows, column }, header }: { group: FailedGroup; header: readonly string[] }) {
  const [shown, setShown] = useState(FEW);
  return (
    <div class="failed-group">
      <p>
        <b>{formatCount(rows.length)}</b> {reason}
      </p>
      <div class="scrolls" role="region" aria-label={`Rows that failed: ${reason}`} tabIndex={0}>
        <table class="cells">
          <thead>
            <tr>
              {header.map((name, at) => (
                <th key={at} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((cells, row) => (
              <tr key={row}>
                {cells.map((text, at) => (
                  <td key={at} class={at === column ? 'wrong' : undefined}>
                    {at === column ? <mark>{text === '' ? 'empty' : text}</mark> : text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown && (
        <button type="button" class="link" onClick={() => setShown(shown + MANY)}>
          Show {formatCount(Math.min(rows.length - shown, MANY))} more
        </button>
      )}
    </div>
  );
}

/** Reads the beginning of the failed log. */
async function readLog(api: Api, { id, file_format, column_mapping }: Import): Promise<FailedLog> {
  const call = api.client.GET('/subscriber_imports/{id}/logs/{kind}', {
    params: { path: { id, kind: 'failed' } },
    parseAs: 'stream',
  });
  const reader = (await fileOf(call)).getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return groupFailedRows(text, file_format, column_mapping);
    text += decoder.decode(value, { stream: true });
    if (text.length < MOST_CHARACTERS) continue;
    await reader.cancel();
    return groupFailedRows(text.slice(0, text.lastIndexOf('\n') + 1), file_format, column_mapping);
  }
}

const MOST_CHARACTERS = 1_000_000;
