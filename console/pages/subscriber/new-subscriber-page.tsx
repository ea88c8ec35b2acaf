import { useLocation, useRoute } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { useListFields } from '../../hooks/use-list-fields.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { announce } from '../../parts/live-region.tsx';
import { Page } from '../../parts/page.tsx';
import { newIdempotencyKey } from '../../session/idempotency-key.ts';
import { useApi } from '../../session/session.tsx';
import { useAbove } from './above.ts';
import { SubscriberForm } from './subscriber-form.tsx';
import { newDraft, valuesOf } from './subscriber.ts';
import type { CustomField } from './subscriber.ts';

/** Adds a subscriber to a list. */
export function NewSubscriberPage() {
  const listId = Number(useRoute().params['id']);
  const fields = useListFields(listId);
  return (
    <Page title="New subscriber" above={useAbove(listId)}>
      {fields.error !== null && <ErrorPanel error={fields.error} onRetry={fields.reload} />}
      {fields.data !== undefined && <NewSubscriber listId={listId} fields={fields.data} />}
    </Page>
  );
}

function NewSubscriber({ listId, fields }: { listId: number; fields: readonly CustomField[] }) {
  const { client } = useApi();
  const { route, query } = useLocation();
  const [isQuiet, setQuiet] = useState(false);
  // A call that was answered by nothing is repeated with the same key, unless something else was entered since.
  const [sent, setSent] = useState({ body: '', key: '' });
  return (
    <SubscriberForm
      label="New subscriber"
      fields={fields}
      first={newDraft(query['email'] ?? '', fields)}
      failed="The subscriber was not added"
      button="Add the subscriber"
      onCancel={() => route(linkTo(`/lists/${listId}`))}
      send={async (draft) => {
        const body = {
          subscriber: { email: draft.email, custom_fields: valuesOf(draft, fields), skip_autoresponders: isQuiet },
        };
        const text = JSON.stringify(body);
        const key = sent.body === text ? sent.key : newIdempotencyKey();
        setSent({ body: text, key });
        const header = { 'Idempotency-Key': key };
        const { id } = await dataOf(
          client.POST('/mailing_lists/{id}/subscribers', { params: { path: { id: listId }, header }, body }),
        );
        announce('The subscriber was added.');
        route(linkTo(`/lists/${listId}/subscribers/${id}`));
      }}
    >
      <p>The subscriber is active and gets the mails of the list: add only people who want them.</p>
      <label class="check">
        <input type="checkbox" checked={isQuiet} onChange={(event) => setQuiet(event.currentTarget.checked)} />
        Without the mails that new subscribers get by themselves (autoresponders)
      </label>
    </SubscriberForm>
  );
}
