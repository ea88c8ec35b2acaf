import { useLocation } from 'preact-iso/router';
import { useMemo, useState } from 'preact/hooks';
import { dataOf } from '../../../../client/index.ts';
import { linkTo } from '../../../base.ts';
import { newIdempotencyKey } from '../../../session/idempotency-key.ts';
import { CommandButton } from '../../../parts/command-button.tsx';
import { FormActions } from '../../../parts/form-actions.tsx';
import { STATUSES, statusName } from '../../../parts/statuses.ts';
import { useApi } from '../../../session/session.tsx';

/** Exports the subscribers of some statuses, with all their fields. */
export function NewExport({ listId, onCancel }: { listId: number; onCancel: () => void }) {
  const { client } = useApi();
  const { route } = useLocation();
  const [statuses, setStatuses] = useState<readonly (typeof STATUSES)[number][]>(STATUSES);
  const toggle = (status: (typeof STATUSES)[number]) =>
    setStatuses(STATUSES.filter((each) => statuses.includes(each) !== (each === status)));
  // A call whose answer was lost is answered again, and creates no second export.
  const idempotencyKey = useMemo(() => newIdempotencyKey(), [statuses]);
  const create = async () => {
    const { id } = await dataOf(
      client.POST('/mailing_lists/{id}/subscriber_exports', {
        params: { path: { id: listId }, header: { 'Idempotency-Key': idempotencyKey } },
        body: { subscriber_export: { statuses: [...statuses] } },
      }),
    );
    route(linkTo(`/exports/${id}`));
  };
  return (
    <div class="panel after-table" role="group" aria-label="New export">
      <fieldset class="plain choices">
        <legend>Subscribers with the status</legend>
        {STATUSES.map((status) => (
          <label key={status}>
            <input type="checkbox" checked={statuses.includes(status)} onChange={() => toggle(status)} />
            {statusName(status)}
          </label>
        ))}
      </fieldset>
      <FormActions onCancel={onCancel}>
        <CommandButton kind="primary" disabled={statuses.length === 0} run={create} failed="The export was not created">
          Export
        </CommandButton>
      </FormActions>
    </div>
  );
}
