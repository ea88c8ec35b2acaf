import { useRoute } from 'preact-iso/router';
import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useFocus } from '../../hooks/use-focus.ts';
import { hasEnded, useLiveJobs } from '../../hooks/use-live-jobs.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { Field } from '../../parts/field.tsx';
import { FormActions } from '../../parts/form-actions.tsx';
import { formatCountOf } from '../../parts/format.ts';
import { JobLink, progressOf } from '../../jobs/job-link.tsx';
import { Page } from '../../parts/page.tsx';
import { StackedBar } from '../../parts/stacked-bar.tsx';
import { statusParts, totalOf } from '../../parts/statuses.ts';
import type { Status } from '../../parts/statuses.ts';
import { StreamNotice } from '../../parts/stream-notice.tsx';
import { useApi, useMay } from '../../session/session.tsx';
import { DeleteList } from './delete-list.tsx';
import { Fields } from './fields.tsx';
import { Segments } from './segments/segments.tsx';
import { filteredList } from './subscriber-filters.tsx';
import { Subscribers } from './subscribers.tsx';
import { inOrder } from '../../jobs/job-names.ts';
import type { JobsOfListProps } from '../../jobs/jobs-of-list.ts';
import type { Permission } from '../../../engine/domain/permissions.ts';

/** One list: its name, counts, subscribers, jobs and fields, and its deletion. */
export function ListPage() {
  const listId = Number(useRoute().params['id']);
  const { client } = useApi();
  const may = useMay();
  const { jobs, stream, changes, reloads } = useLiveJobs();
  const [isRenaming, setRenaming] = useState(false);
  const [fieldChanges, setFieldChanges] = useState(0);
  const [segmentChanges, setSegmentChanges] = useState(0);
  const counts = useAnswer(() => dataOf(client.GET('/subscriber_counts')), [client, listId, changes]);
  const list = counts.data?.mailing_lists.find(({ mailing_list }) => mailing_list.id === listId);
  const ofList = jobs.filter((job) => job.mailing_list_id === listId);
  const running = ofList.filter((job) => !hasEnded(job));

  if (list === undefined) {
    return (
      <Page title={counts.data === undefined ? 'List' : 'No such list'} above={LISTS}>
        {counts.error !== null && <ErrorPanel error={counts.error} onRetry={counts.reload} />}
        {counts.data !== undefined && (
          <p>
            Your organization has no list {listId}. If it was deleted,{' '}
            <a href={linkTo(`/deletions/${listId}`)}>see its deletion</a>.
          </p>
        )}
      </Page>
    );
  }
  const { name } = list.mailing_list;
  const linkOf = (status: Status) => `${filteredList(listId, { status })}#subscribers`;
  return (
    <Page
      title={name}
      above={LISTS}
      actions={
        <>
          {may('mailing_list.update') && !isRenaming && (
            <button type="button" onClick={() => setRenaming(true)}>
              Rename
            </button>
          )}
          {may('subscriber.create') && (
            <a class="button" href={linkTo(`/lists/${listId}/subscribers/new`)}>
              Add a subscriber
            </a>
          )}
          {may('subscriber.import') && (
            <a class="button primary" href={linkTo(`/lists/${listId}/import`)}>
              Import a file
            </a>
          )}
        </>
      }
    >
      <StreamNotice stream={stream} />
      {isRenaming && (
        <Rename listId={listId} name={name} onClose={() => setRenaming(false)} onRenamed={counts.reload} />
      )}
      <p class="figure">
        <b>{formatCountOf(totalOf(list.counts), 'subscriber')}</b>
      </p>
      <StackedBar
        label={`Subscribers of ${name}`}
        parts={statusParts(list.counts, may('subscriber.read') ? linkOf : undefined)}
      />
      {running.length > 0 && (
        <ul class="plain running">
          {running.map((job) => (
            <li key={`${job.job_type}/${job.id}`}>
              <JobLink job={job} /> {progressOf(job)}
            </li>
          ))}
        </ul>
      )}
      {may('subscriber.read') && (
        <Subscribers key={`${listId}/${fieldChanges}`} {...{ listId, changes, segmentChanges }} counts={list.counts} />
      )}
      <Segments
        key={`segments/${fieldChanges}`}
        listId={listId}
        onChanged={() => setSegmentChanges(segmentChanges + 1)}
      />
      <JobsOfList listId={listId} live={{ jobs: ofList, reloads }} />
      <Fields listId={listId} onChanged={() => setFieldChanges(fieldChanges + 1)} />
      {may('mailing_list.delete') && <DeleteList listId={listId} name={name} subscribers={totalOf(list.counts)} />}
    </Page>
  );
}

interface RenameProps {
  listId: number;
  name: string;
  onClose: () => void;
  onRenamed: () => void;
}

function Rename({ listId, name, onClose, onRenamed }: RenameProps) {
  const { client } = useApi();
  const input = useFocus<HTMLInputElement>();
  const [typed, setTyped] = useState(name);
  const { isBusy, error, onSubmit } = useSubmit(async () => {
    const body = { mailing_list: { name: typed.trim() } };
    await dataOf(client.PUT('/mailing_lists/{id}', { params: { path: { id: listId } }, body }));
    onClose();
    onRenamed();
  });
  return (
    <form class="panel" aria-label="Rename the list" onSubmit={onSubmit}>
      <Field label="Name of the list">
        {(control) => (
          <input
            {...control}
            ref={input}
            required
            maxLength={100}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Field>
      {error !== null && <ErrorPanel error={error} what="The list was not renamed" />}
      <FormActions onCancel={onClose}>
        <button type="submit" class="primary" aria-busy={isBusy} disabled={isBusy || typed.trim() === ''}>
          Rename the list
        </button>
      </FormActions>
    </form>
  );
}

const LISTS = [{ name: 'Lists', href: linkTo('/lists') }];

interface OfKind {
  readonly JobsOfList: ComponentType<JobsOfListProps>;
  readonly place: number;
  readonly permission: Permission;
}

const FOUND = inOrder(import.meta.glob<OfKind>('../../jobs/kinds/*/of-list.tsx', { eager: true }));

/** The jobs of a list, in a table for each kind that has one and that the user may see. */
function JobsOfList(props: JobsOfListProps) {
  const may = useMay();
  return (
    <>
      {FOUND.filter(({ permission }) => may(permission)).map(({ JobsOfList: OfOneKind, place }) => (
        <OfOneKind key={place} {...props} />
      ))}
    </>
  );
}
