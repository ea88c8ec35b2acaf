import { useLocation, useRoute } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import type { Answer } from '../../hooks/use-answer.ts';
import { useLiveJobs } from '../../hooks/use-live-jobs.ts';
import { CommandButton } from '../../parts/command-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { Page } from '../../parts/page.tsx';
import { Question } from '../../parts/question.tsx';
import { Time } from '../../parts/time.tsx';
import { useApi, useMay } from '../../session/session.tsx';
import { useAbove } from './above.ts';
import { SubscriberStatus } from './subscriber-status.tsx';
import type { HistoryEvent, Subscriber } from './subscriber.ts';
import { Values } from './values.tsx';

/** A subscriber of a list: status, values, history and deletion. */
export function SubscriberPage() {
  const { client } = useApi();
  const may = useMay();
  const { params } = useRoute();
  const listId = Number(params['id']);
  const name = params['subscriber'] ?? '';
  const { changes } = useLiveJobs();
  const path = { id: listId, name };
  const found = useAnswer(
    () => dataOf(client.GET('/mailing_lists/{id}/subscribers/{name}', { params: { path } })),
    [client, listId, name, changes],
  );
  const history = useAnswer(
    () => dataOf(client.GET('/mailing_lists/{id}/subscribers/{name}/history', { params: { path } })),
    [client, listId, name, changes],
  );
  const above = useAbove(listId);
  const subscriber = found.data?.[0];
  const reload = () => {
    found.reload();
    history.reload();
  };
  return (
    <Page title={subscriber?.email ?? 'Subscriber'} above={above}>
      {found.error !== null && <ErrorPanel error={found.error} onRetry={found.reload} />}
      {subscriber !== undefined && (
        <>
          <SubscriberStatus subscriber={subscriber} history={history.data ?? []} onChanged={reload} />
          <Values subscriber={subscriber} onChanged={reload} />
          <History of={history} />
          {may('subscriber.delete') && <DeleteSubscriber subscriber={subscriber} />}
        </>
      )}
    </Page>
  );
}

/** Table of what is recorded of the past of a subscriber, the latest first. */
function History({ of }: { of: Answer<readonly HistoryEvent[]> }) {
  const may = useMay();
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      {of.error !== null && <ErrorPanel error={of.error} onRetry={of.reload} />}
      {of.data !== undefined && (
        <DataTable
          caption="History"
          rows={of.data.map((entry, place) => ({ ...entry, place }))}
          keyOf={({ place }) => place}
          empty={<p>Nothing is recorded.</p>}
          columns={[
            { name: 'When', cell: ({ at }) => <Time iso={at} /> },
            { name: 'What', cell: ({ event, campaign_id }) => wordsOf(event, campaign_id) },
            {
              name: 'By',
              cell: ({ subscriber_import: by }) => by && <ImportOf by={by} isLink={may('subscriber.import')} />,
            },
            { name: 'From', cell: ({ ip }) => ip ?? '' },
          ]}
        />
      )}
    </section>
  );
}

/** An import with its file, as a link to its page for those who may open it. */
function ImportOf({
  by: { id, file },
  isLink,
}: {
  by: NonNullable<HistoryEvent['subscriber_import']>;
  isLink: boolean;
}) {
  const name = `Import ${id}`;
  return (
    <>
      {isLink ? <a href={linkTo(`/imports/${id}`)}>{name}</a> : name} <span class="muted file-name">{file}</span>
    </>
  );
}

const WORDS: Readonly<Record<HistoryEvent['event'], string>> = {
  added: 'Added to the list',
  subscribed: 'Subscribed',
  confirmed: 'Confirmed the address',
  left: 'Was active no more',
  unsubscribed: 'Left by a link in a mail',
  suppressed: 'The address was suppressed',
};

function wordsOf(event: HistoryEvent['event'], campaignId: number | null): string {
  return campaignId === null ? WORDS[event] : `${WORDS[event]} of campaign ${campaignId}`;
}

/** Deletes a subscriber after a question. */
function DeleteSubscriber({ subscriber: { id, email, mailing_list_id: listId } }: { subscriber: Subscriber }) {
  const { client } = useApi();
  const { route } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const remove = async () => {
    const params = { path: { id: listId, name: String(id) } };
    await dataOf(client.DELETE('/mailing_lists/{id}/subscribers/{name}', { params }));
    route(linkTo(`/lists/${listId}`));
  };
  return (
    <section aria-labelledby="deletion">
      <h2 id="deletion">Delete the subscriber</h2>
      {isOpen ? (
        <Question
          isFinal
          label={`Delete ${email}`}
          keep="Keep the subscriber"
          onKeep={() => setOpen(false)}
          action={
            <CommandButton
              kind="danger"
              run={remove}
              done="The subscriber is deleted."
              failed="The subscriber was not deleted"
            >
              Delete the subscriber
            </CommandButton>
          }
        >
          <p>
            This deletes {email} from the list with all values and the history. It cannot be taken back, and a later
            import may add the address again. To keep that from happening, unsubscribe it instead.
          </p>
        </Question>
      ) : (
        <button type="button" class="danger" onClick={() => setOpen(true)}>
          Delete {email} …
        </button>
      )}
    </section>
  );
}
