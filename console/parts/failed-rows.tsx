import { useState } from 'preact/hooks';
import type { components } from '../../client/index.ts';
import { linkTo } from '../base.ts';
import { useTarget } from '../hooks/use-target.ts';
import { DownloadButton } from './download-button.tsx';
import { ErrorPanel } from './error-panel.tsx';
import type { FailedGroup, FailedLog } from './failed-log.ts';
import { faultHint } from './fault-hint.ts';
import { formatCount, formatCountOf } from './format.ts';
import { useFailedLog } from './use-failed-log.ts';
import { WideTable } from './wide-table.tsx';

type Import = Pick<
  components['schemas']['SubscriberImport'],
  'id' | 'column_mapping' | 'dry_run' | 'finished_at' | 'stats'
>;

/** The rows of an import that failed, grouped by reason with the cells marked, and the download of all of them. */
export function FailedRows({ record }: { record: Import }) {
  const { id, stats, finished_at } = record;
  const failed = stats.subscribers.failed;
  const { log, isWhole, error, reload } = useFailedLog(record);
  const heading = useTarget<HTMLHeadingElement>('log');
  return (
    <section aria-labelledby="log" class="failed-rows">
      <h3 id="log" ref={heading} tabIndex={-1}>
        {formatCountOf(failed, 'row')} {record.dry_run ? 'would fail' : 'failed'}
      </h3>
      {error !== null && <ErrorPanel error={error} onRetry={reload} />}
      {log !== undefined && <Groups log={log} isWhole={isWhole} failed={failed} />}
      <div class="actions">
        {finished_at !== null && (
          <a class="button" href={linkTo(`/imports/${id}/fix`)}>
            Fix the rows here
          </a>
        )}
        <DownloadButton path={`/subscriber_imports/${id}/logs/failed?bom=1`} name={`import-${id}-failed.csv`}>
          Download the failed rows
        </DownloadButton>
      </div>
      {record.dry_run && <p class="hint">Rows that you fix here are imported with the others, by one button.</p>}
      <p class="hint">
        Rows have the numbers that a spreadsheet shows for them, if no line above them is empty. The file has the
        columns of yours and the reason in the last one, for corrections in a spreadsheet.
      </p>
    </section>
  );
}

function Groups({ log, isWhole, failed }: { log: FailedLog; isWhole: boolean; failed: number }) {
  return (
    <>
      {!isWhole && <p class="hint">Counting the reasons: {formatCountOf(log.count, 'row')} are read.</p>}
      {log.note !== null && <p class="hint">{log.note}</p>}
      {isWhole && log.note === null && log.count < failed && (
        <p class="hint">
          {log.count === 0 ? 'They can only be downloaded.' : `The log has ${formatCount(log.count)} of them.`}
        </p>
      )}
      {log.groups.map((group) => (
        <Group key={group.reason} group={group} header={log.header} />
      ))}
    </>
  );
}

/** Rows of a group that are shown at first. */
const FEW = 3;

function Group({ group: { reason, count, rows }, header }: { group: FailedGroup; header: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const hint = faultHint(reason);
  const shown = isOpen ? rows : rows.slice(0, FEW);
  return (
    <div class="failed-group">
      <p>
        <b>{formatCountOf(count, 'row')}</b>: {reason}
      </p>
      {hint !== null && <p class="hint">{hint}</p>}
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
            {shown.map(({ row, sheet_row, fields, wrong }) => (
              <tr key={row}>
                <th scope="row">{formatCount(sheet_row)}</th>
                {fields.map((text, at) => (
                  <td key={at} class={wrong.includes(at) ? 'wrong' : undefined} title={text}>
                    {wrong.includes(at) ? <mark>{text === '' ? 'empty' : text}</mark> : text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
      {!isOpen && rows.length > FEW && (
        <button type="button" class="link" onClick={() => setOpen(true)}>
          Show {formatCount(rows.length - FEW)} more
        </button>
      )}
      {isOpen && count > rows.length && <p class="hint">The others are in the file below.</p>}
    </div>
  );
}
