import { useState } from 'preact/hooks';
import { fileOf } from '../../client/index.ts';
import type { components } from '../../client/index.ts';
import { useAnswer } from '../hooks/use-answer.ts';
import { useApi } from '../session/session.tsx';
import type { Api } from '../session/api.ts';
import { DownloadButton } from './download-button.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { groupFailedRows } from './failed-log.ts';
import type { FailedGroup, FailedLog, FailedNote, FailedRow } from './failed-log.ts';
import { formatCount, formatCountOf } from './format.ts';
import { WideTable } from './wide-table.tsx';

type Import = Pick<components['schemas']['SubscriberImport'], 'id' | 'column_mapping' | 'dry_run' | 'stats'>;

/** The rows of an import that failed, grouped by reason with the cell marked, and the download of all of them. */
export function FailedRows({ record }: { record: Import }) {
  const { id, stats } = record;
  const api = useApi();
  const failed = stats.subscribers.failed;
  const log = useAnswer(() => readRows(api, record), [api, id, failed]);
  return (
    <section aria-labelledby="log" class="failed-rows">
      <h3 id="log">
        {formatCountOf(failed, 'row')} {record.dry_run ? 'would fail' : 'failed'}
      </h3>
      {log.error !== null && <ErrorPanel error={log.error} onRetry={log.reload} />}
      {log.data !== undefined && <Groups log={log.data} failed={failed} />}
      <DownloadButton path={`/subscriber_imports/${id}/logs/failed?bom=1`} name={`import-${id}-failed.csv`}>
        Download the failed rows
      </DownloadButton>
      <p class="hint">
        Rows are counted without the header and empty lines. The file has the columns of yours and the reason in the
        last one: repair it and import it again.
      </p>
    </section>
  );
}

function Groups({ log, failed }: { log: FailedLog; failed: number }) {
  const read = log.groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <>
      {log.note !== null && <p class="hint">{log.note}</p>}
      {log.note === null && read < failed && (
        <p class="hint">
          {read === 0 ? 'They can only be downloaded.' : `Shown are the first ${formatCount(read)} of them.`}
        </p>
      )}
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
        <b>{formatCountOf(rows.length, 'row')}</b>: {reason}
      </p>
      <WideTable label={`Rows that failed: ${reason}`}>
        <table class="cells">
          <thead>
            <tr>
              <th scope="col">Row</th>
              {header.map((name, at) => (
                <th key={at} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map(({ row, fields }) => (
              <tr key={row}>
                <th scope="row">{formatCount(row)}</th>
                {fields.map((text, at) => (
                  <td key={at} class={at === column ? 'wrong' : undefined}>
                    {at === column ? <mark>{text === '' ? 'empty' : text}</mark> : text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
      {rows.length > shown && (
        <button type="button" class="link" onClick={() => setShown(shown + MANY)}>
          Show {formatCount(Math.min(rows.length - shown, MANY))} more
        </button>
      )}
    </div>
  );
}

/** Reads the first of the rows that failed. */
async function readRows(api: Api, { id, column_mapping }: Import): Promise<FailedLog> {
  const path = '/subscriber_imports/{id}/failed_rows';
  const call = api.client.GET(path, { params: { path: { id } }, parseAs: 'stream' });
  const reader = (await fileOf(call)).getReader();
  const decoder = new TextDecoder();
  let text = '';
  let isWhole = false;
  while (!isWhole && text.length < MOST_CHARACTERS) {
    const { done, value } = await reader.read();
    isWhole = done;
    text += decoder.decode(value, { stream: !done });
  }
  await reader.cancel();
  const lines = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);
  const rows = lines.map((line) => JSON.parse(line) as FailedRow | FailedNote);
  return groupFailedRows(rows, column_mapping);
}

const MOST_CHARACTERS = 1_000_000;
