import { useEffect, useRef, useState } from 'preact/hooks';
import { dataOf, SluiceApiError } from '../../../../client/index.ts';
import type { components } from '../../../../client/index.ts';
import { useAnswer } from '../../../hooks/use-answer.ts';
import { useFocus } from '../../../hooks/use-focus.ts';
import { useListFields } from '../../../hooks/use-list-fields.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { CommandButton } from '../../../parts/command-button.tsx';
import { ErrorPanel } from '../../../parts/error-panel.tsx';
import { Field } from '../../../parts/field.tsx';
import { FormActions } from '../../../parts/form-actions.tsx';
import { formatCountOf } from '../../../parts/format.ts';
import { announce } from '../../../parts/live-region.tsx';
import { useApi, useMay } from '../../../session/session.tsx';
import { ClauseGroup } from './clause-group.tsx';
import { clausesOf, groupOf, newGroup, placeOfGroup, segmentFaults } from './clause-draft.ts';
import type { Group } from './clause-draft.ts';
import { useSegments } from '../../../hooks/use-segments.ts';
import type { ClausePlace } from './subjects.ts';

type Segment = components['schemas']['Segment'];

interface SegmentEditorProps {
  listId: number;
  /** The segment that is changed; null for a new one. */
  segmentId: number | null;
  onClose: () => void;
  onChanged: () => void;
}

/** The form of a segment, once what its conditions can be about is read. */
export function SegmentEditor(props: SegmentEditorProps) {
  const { listId, segmentId } = props;
  const { client } = useApi();
  const segments = useSegments(listId);
  const fields = useListFields(listId);
  const counts = useAnswer(() => dataOf(client.GET('/subscriber_counts')), [client]);
  const stored = useAnswer(async () => {
    if (segmentId === null) return null;
    return dataOf(client.GET('/segments/{id}', { params: { path: { id: segmentId } } }));
  }, [client, segmentId]);
  const failed = [fields, counts, segments, stored].find(({ error }) => error !== null);
  if (failed !== undefined) return <ErrorPanel error={failed.error} onRetry={failed.reload} />;
  if (!fields.data || !counts.data || !segments.data || stored.data === undefined)
    return <p class="muted">Loading …</p>;
  const place = {
    fields: fields.data,
    lists: counts.data.mailing_lists.map(({ mailing_list }) => mailing_list).filter(({ id }) => id !== listId),
    segments: segments.data.filter(({ id }) => id !== segmentId),
  };
  return <SegmentForm {...props} key={segmentId} stored={stored.data} place={place} />;
}

interface SegmentFormProps extends SegmentEditorProps {
  stored: Segment | null;
  place: ClausePlace;
}

function SegmentForm({ listId, stored, place, onClose, onChanged }: SegmentFormProps) {
  const { client } = useApi();
  const may = useMay();
  const form = useRef<HTMLFormElement>(null);
  const first = useFocus<HTMLInputElement>();
  const [name, setName] = useState(stored?.name ?? '');
  const [group, setGroup] = useState<Group>(() => (stored === null ? newGroup('all') : groupOf(stored.clause)));
  const [count, setCount] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const { isBusy, error, onSubmit } = useSubmit(() =>
    refusing(setRefusal, async () => {
      const body = { segmentation_criteria: { name: name.trim(), clause: clausesOf(group) } };
      await (stored === null
        ? dataOf(client.POST('/mailing_lists/{id}/segments', { params: { path: { id: listId } }, body }))
        : dataOf(client.PUT('/segments/{id}', { params: { path: { id: stored.id } }, body })));
      announce(stored === null ? 'The segment was made.' : 'The segment was changed.');
      onClose();
      onChanged();
    }),
  );
  const faults = segmentFaults(refusal);
  const other = faults.other ?? error;
  useEffect(() => {
    if (refusal !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusal]);
  const change = (changed: Group) => {
    setGroup(changed);
    setCount(null);
    // What was refused stood at the places of the conditions before.
    setRefusal(null);
  };
  const countNow = () =>
    refusing(setRefusal, async () => {
      const body = { segmentation_criteria: { clause: clausesOf(group) } };
      const params = { path: { id: listId } };
      const counted = await dataOf(client.POST('/mailing_lists/{id}/segments/count', { params, body }));
      setCount(counted.number_of_subscribers);
    });
  return (
    <form
      ref={form}
      class="panel after-table"
      aria-label={stored === null ? 'New segment' : `Segment ${stored.name}`}
      onSubmit={onSubmit}
    >
      <Field label="Name of the segment" error={faults.name}>
        {(control) => (
          <input
            {...control}
            ref={first}
            maxLength={255}
            value={name}
            onInput={({ currentTarget: { value } }) => setName(value)}
          />
        )}
      </Field>
      <ClauseGroup
        group={group}
        legend="Conditions"
        place={place}
        path={placeOfGroup(group)}
        faults={faults.conditions}
        onChange={change}
      />
      <p class="hint">
        {group.parts.length === 0 && 'Without a condition the segment has all active subscribers. '}
        Only active subscribers are in it, unless a condition is about the status.
      </p>
      {may('subscriber.read') && (
        <div class="count">
          <CommandButton run={countNow} failed="The subscribers were not counted">
            Count its subscribers
          </CommandButton>
          <p role="status">{count !== null && `${formatCountOf(count, 'subscriber')} now.`}</p>
        </div>
      )}
      {other !== null && <ErrorPanel error={other} what="The segment was not saved" />}
      <FormActions onCancel={onClose}>
        <button type="submit" class="primary" aria-busy={isBusy} disabled={isBusy || name.trim() === ''}>
          {stored === null ? 'Make the segment' : 'Save the segment'}
        </button>
      </FormActions>
    </form>
  );
}

/** Shows a refusal at the entries that it names; other errors are thrown on. */
async function refusing(refuse: (error: unknown) => void, work: () => Promise<void>): Promise<void> {
  refuse(null);
  try {
    await work();
  } catch (error) {
    const isNamed = error instanceof SluiceApiError && error.code === 'validation_failed';
    if (!isNamed) throw error;
    refuse(error);
  }
}
