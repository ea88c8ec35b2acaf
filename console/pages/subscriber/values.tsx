import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import { useListFields } from '../../hooks/use-list-fields.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { formatFieldValue } from '../../parts/field-values.ts';
import { announce } from '../../parts/live-region.tsx';
import { Time } from '../../parts/time.tsx';
import { useApi, useMay } from '../../session/session.tsx';
import { SubscriberForm } from './subscriber-form.tsx';
import { changesOf, draftOf, FORMATS } from './subscriber.ts';
import type { Subscriber } from './subscriber.ts';

interface ValuesProps {
  subscriber: Subscriber;
  onChanged: () => void;
}

/** The values of a subscriber, and the form that changes them. */
export function Values({ subscriber, onChanged }: ValuesProps) {
  const may = useMay();
  const [isEditing, setEditing] = useState(false);
  const end = () => setEditing(false);
  return (
    <section aria-labelledby="values">
      <h2 id="values">Fields</h2>
      {isEditing ? (
        <Edit
          subscriber={subscriber}
          onCancel={end}
          onSaved={() => {
            end();
            onChanged();
          }}
        />
      ) : (
        <>
          <Facts subscriber={subscriber} />
          {may('subscriber.update') && (
            <button type="button" onClick={() => setEditing(true)}>
              Edit the fields
            </button>
          )}
        </>
      )}
    </section>
  );
}

function Facts({ subscriber }: { subscriber: Subscriber }) {
  const { email, email_format, confirmed, subscribe_time, subscribe_ip, created_at, custom_fields } = subscriber;
  return (
    <dl class="facts">
      <FactOf name="Address">{email}</FactOf>
      {Object.entries(custom_fields).map(([key, field]) => (
        <FactOf key={key} name={field.name}>
          <span class="as-written">{formatFieldValue(field)}</span>
        </FactOf>
      ))}
      {email_format !== undefined && <FactOf name="Format of mails">{FORMATS[email_format]}</FactOf>}
      {confirmed !== undefined && <FactOf name="Has confirmed the address">{confirmed ? 'yes' : 'no'}</FactOf>}
      <FactOf name="Subscribed">
        <Time iso={subscribe_time} />
        {subscribe_ip !== null && `, from ${subscribe_ip}`}
      </FactOf>
      <FactOf name="Added to the list">
        <Time iso={created_at} />
      </FactOf>
    </dl>
  );
}

function FactOf({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

interface EditProps {
  subscriber: Subscriber;
  onCancel: () => void;
  onSaved: () => void;
}

function Edit({ subscriber, onCancel, onSaved }: EditProps) {
  const { client } = useApi();
  const { id, mailing_list_id: listId } = subscriber;
  // As it was when the form was opened: only what is entered is sent.
  const [read] = useState(() => draftOf(subscriber));
  const fields = useListFields(listId);
  if (fields.error !== null) return <ErrorPanel error={fields.error} onRetry={fields.reload} />;
  if (fields.data === undefined) return <p class="muted">Loading …</p>;
  const { data } = fields;
  return (
    <SubscriberForm
      label="Fields of the subscriber"
      fields={data}
      first={read}
      failed="The subscriber was not changed"
      button="Save the fields"
      onCancel={onCancel}
      send={async (draft) => {
        const params = { path: { id: listId, name: String(id) } };
        const body = { subscriber: changesOf(draft, read, data) };
        await dataOf(client.PUT('/mailing_lists/{id}/subscribers/{name}', { params, body }));
        announce('The subscriber was changed.');
        onSaved();
      }}
    />
  );
}
