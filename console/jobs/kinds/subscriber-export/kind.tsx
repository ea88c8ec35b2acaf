import { useState } from 'preact/hooks';
import { dataOf } from '../../../../client/index.ts';
import type { components } from '../../../../client/index.ts';
import { subscriberExportMachine } from '../../../../machines/subscriber-export.ts';
import { formatBytes, formatTime } from '../../../parts/format.ts';
import charts from '../../../state-chart/charts/subscriber-export.json' with { type: 'json' };
import type { Charts } from '../../../state-chart/chart.ts';
import { DownloadButton } from '../../../parts/download-button.tsx';
import type { ConsoleKind } from '../../job-kind.ts';
import { jobName } from './name.ts';

type Row = components['schemas']['SubscriberExport'];

const path = (id: number) => ({ params: { path: { id } } });

/** The export of a list's subscribers. */
export const kind: ConsoleKind<Row> = {
  name: 'subscriber_export',
  ...jobName,
  unit: { one: 'subscriber', many: 'subscribers' },
  machine: subscriberExportMachine,
  charts: charts as unknown as Charts,
  read: (client, id) => dataOf(client.GET('/subscriber_exports/{id}', path(id))),
  record: (row) => ({
    listId: row.mailing_list_id,
    listName: row.mailing_list_name,
    state: row.state,
    subject: row.segment === null ? null : `segment ${row.segment.name}`,
    isDryRun: false,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    errorMessage: row.error_message,
    pauseReason: null,
    done: row.stats.subscribers_exported,
    total: row.stats.number_of_subscribers,
  }),
  activity: (client, id) => dataOf(client.GET('/subscriber_exports/{id}/activity', path(id))),
  commands: {
    pause: (client, id) => dataOf(client.POST('/subscriber_exports/{id}/pause', path(id))),
    unpause: (client, id) => dataOf(client.POST('/subscriber_exports/{id}/unpause', path(id))),
    cancel: (client, id) => dataOf(client.POST('/subscriber_exports/{id}/cancel', path(id))),
  },
  Details: ExportFile,
};

function ExportFile({ id, row: { file } }: { id: number; row: Row }) {
  const [hasMark, setMark] = useState(true);
  if (file === null) return null;
  return (
    <section aria-labelledby="file">
      <h2 id="file">File</h2>
      <p>
        {file.name}, {formatBytes(file.bytes)}, kept until {formatTime(file.expires_at)}.
      </p>
      <label class="check">
        <input type="checkbox" checked={hasMark} onChange={(event) => setMark(event.currentTarget.checked)} />
        For spreadsheets: with a byte order mark, by which they read letters such as é
      </label>
      <DownloadButton path={`/subscriber_exports/${id}/file${hasMark ? '?bom=1' : ''}`} name={file.name}>
        Download the file
      </DownloadButton>
    </section>
  );
}
