import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import { CommandButton } from '../../parts/command-button.tsx';
import { Question } from '../../parts/question.tsx';
import { statusName } from '../../parts/statuses.ts';
import type { Status } from '../../parts/statuses.ts';
import { Time } from '../../parts/time.tsx';
import { useApi, useMay } from '../../session/session.tsx';
import type { HistoryEvent, Subscriber } from './subscriber.ts';

interface SubscriberStatusProps {
  subscriber: Subscriber;
  /** Its events, the latest first. */
  history: readonly HistoryEvent[];
  onChanged: () => void;
}

/** The status of a subscriber with its reason, as far as it is recorded, and the buttons that change it. */
export function SubscriberStatus({ subscriber, history, onChanged }: SubscriberStatusProps) {
  const may = useMay();
  const { status } = subscriber;
  const left = history.find(({ event }) => event === 'left');
  const byLink = history.find(({ event }) => event === 'unsubscribed');
  const suppressed = history.find(({ event }) => event === 'suppressed');
  return (
    <section aria-labelledby="status">
      <h2 id="status">Status: {statusName(status)}</h2>
      <p>
        {MEANINGS[status]}
        {status !== 'active' && left !== undefined && (
          <>
            {' '}
            Not active since <Time iso={left.at} />.
          </>
        )}
        {status === 'unsubscribed' && byLink !== undefined && (
          <>
            {' '}
            A link in a mail was used for it at <Time iso={byLink.at} />.
          </>
        )}
      </p>
      {suppressed !== undefined && (
        <div class="panel warning">
          <p>
            The address is suppressed since <Time iso={suppressed.at} />: it gets no reactions in any list, such as the
            mails to new subscribers.
          </p>
        </div>
      )}
      {may('subscriber.update') && (
        <div class="actions">
          {CHANGES.filter((change) => change.to !== status).map((change) => (
            <StatusChange key={change.to} subscriber={subscriber} change={change} onChanged={onChanged} />
          ))}
        </div>
      )}
    </section>
  );
}

const MEANINGS: Readonly<Record<Status, string>> = {
  active: 'The subscriber gets the mails of the list.',
  unsubscribed: 'The subscriber has left the list and gets no mails of it.',
  bounced: 'Mails to the address came back. It gets no more.',
  scomp: 'The subscriber has complained about a mail as spam, and gets no more.',
  deactivated: 'An import, a call or a user of the list has switched the subscriber off: it gets no mails.',
};

interface Change {
  readonly to: Status;
  readonly button: string;
  readonly warning: string;
  readonly keep: string;
  readonly done: string;
  readonly failed: string;
}

const CHANGES: readonly Change[] = [
  {
    to: 'active',
    button: 'Make active',
    warning: 'gets mails of the list again. Do this only if the subscriber wants them.',
    keep: 'Leave it as it is',
    done: 'The subscriber is active.',
    failed: 'The subscriber was not made active',
  },
  {
    to: 'unsubscribed',
    button: 'Unsubscribe',
    warning:
      'gets no more mails of this list. The subscriber stays in the list, so that no import adds the address again unless it is to update unsubscribed ones.',
    keep: 'Keep the subscription',
    done: 'The subscriber is unsubscribed.',
    failed: 'The subscriber was not unsubscribed',
  },
];

interface StatusChangeProps {
  subscriber: Subscriber;
  change: Change;
  onChanged: () => void;
}

function StatusChange({ subscriber: { id, email, mailing_list_id: listId }, change, onChanged }: StatusChangeProps) {
  const { client } = useApi();
  const [isOpen, setOpen] = useState(false);
  const { to, button, warning, keep, done, failed } = change;
  const send = async () => {
    const params = { path: { id: listId, name: String(id) } };
    const body = { subscriber: { status: to } };
    await dataOf(client.PUT('/mailing_lists/{id}/subscribers/{name}', { params, body }));
    setOpen(false);
    onChanged();
  };
  if (!isOpen)
    return (
      <button type="button" onClick={() => setOpen(true)}>
        {button} …
      </button>
    );
  return (
    <Question
      label={button}
      keep={keep}
      onKeep={() => setOpen(false)}
      action={
        <CommandButton kind="danger" run={send} done={done} failed={failed}>
          {button}
        </CommandButton>
      }
    >
      <p>
        {email} {warning}
      </p>
    </Question>
  );
}
