import { useLocation, useRoute } from 'preact-iso/router';
import { dataOf } from '../../../client/index.ts';
import type { components } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useThrottled } from '../../hooks/use-throttled.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { formatCountOf } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { StackedBar } from '../../parts/stacked-bar.tsx';
import { Time } from '../../parts/time.tsx';
import { useApi } from '../../session/session.tsx';
import { FaultGroup } from './fault-group.tsx';
import { ImportCorrected } from './import-corrected.tsx';
import type { FaultGroup as Group, Worklist } from './worklist.ts';

/** Milliseconds between two readings of the counts while rows are corrected. */
const APART_MS = 1_000;

/** The failed rows of an import, which are corrected in place and imported again. The address names the fault that is open. */
export function FixPage() {
  const id = Number(useRoute().params['id']);
  const { client } = useApi();
  const params = { path: { id } };
  const record = useAnswer(() => dataOf(client.GET('/subscriber_imports/{id}', { params })), [client, id]);
  const worklist = useAnswer(
    () => dataOf(client.GET('/subscriber_imports/{id}/corrections', { params })),
    [client, id],
  );
  const reload = useThrottled(worklist.reload, APART_MS);
  const { data } = record;
  return (
    <Page
      title={`Fix the failed rows of ${data?.dry_run === true ? 'dry run' : 'import'} ${id}`}
      above={data === undefined ? [] : aboveOf(data)}
    >
      {record.error !== null && <ErrorPanel error={record.error} onRetry={record.reload} />}
      {record.error === null && worklist.error !== null && (
        <ErrorPanel error={worklist.error} what="The failed rows cannot be shown" onRetry={worklist.reload} />
      )}
      {worklist.data === undefined && worklist.error === null && <p class="muted">Reading the failed rows …</p>}
      {data !== undefined && worklist.data !== undefined && (
        <>
          <Counts worklist={worklist.data} />
          <Groups importId={id} worklist={worklist.data} onChange={reload} />
          <ImportCorrected record={data} worklist={worklist.data} />
        </>
      )}
    </Page>
  );
}

function aboveOf({ id, dry_run, mailing_list_id, mailing_list_name }: components['schemas']['SubscriberImport']) {
  return [
    { name: 'Lists', href: linkTo('/lists') },
    { name: mailing_list_name, href: linkTo(`/lists/${mailing_list_id}`) },
    { name: `${dry_run ? 'Dry run' : 'Import'} ${id}`, href: linkTo(`/imports/${id}`) },
  ];
}

function Counts({ worklist }: { worklist: Worklist }) {
  const { number_of_rows, left, corrected, dropped, imported, left_out, expires_at } = worklist;
  return (
    <>
      <p>
        {formatCountOf(number_of_rows, 'row')} failed. Each correction is stored at once, and is kept until{' '}
        <Time iso={expires_at} />.
      </p>
      <StackedBar
        label="Failed rows"
        parts={[
          { name: 'left', count: left, tone: 'bad' },
          { name: 'corrected', count: corrected - imported, tone: 'good' },
          { name: 'imported again', count: imported, tone: 'changed' },
          { name: 'dropped', count: dropped, tone: 'neutral' },
        ]}
      />
      {left_out > 0 && (
        <p class="hint">
          {formatCountOf(left_out, 'more row')} failed, for which there is no room here: correct them in the file.
        </p>
      )}
    </>
  );
}

interface GroupsProps {
  importId: number;
  worklist: Worklist;
  onChange: () => void;
}

/** The faults, of which one is open. */
function Groups({ importId, worklist: { groups, columns }, onChange }: GroupsProps) {
  const { path, query, route } = useLocation();
  const named = query['fault'];
  const isOpen = (group: Group) => (named === undefined ? groups.length === 1 : named === nameOf(group));
  const toggle = (group: Group) => {
    const fault = isOpen(group) ? '' : nameOf(group);
    route(`${path}?${new URLSearchParams({ fault }).toString()}`, true);
  };
  return (
    <>
      {groups.map((group) => (
        <FaultGroup
          key={nameOf(group)}
          {...{ importId, group, columns, onChange }}
          isOpen={isOpen(group)}
          onToggle={() => toggle(group)}
        />
      ))}
    </>
  );
}

/** The name of a fault in the address. */
function nameOf({ column, reason }: Group): string {
  return column === null ? reason : `${column}: ${reason}`;
}
