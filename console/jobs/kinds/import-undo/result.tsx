import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import { dataOf } from '../../../../client/index.ts';
import type { components } from '../../../../client/index.ts';
import { linkTo } from '../../../base.ts';
import { CommandButton } from '../../../parts/command-button.tsx';
import { formatCountOf } from '../../../parts/format.ts';
import { Question } from '../../../parts/question.tsx';
import { useApi } from '../../../session/session.tsx';

type Row = components['schemas']['ImportUndo'];

/** Result of an undo as a sentence, and the next step: that of a dry run is the undo. */
export function ImportUndoResult({ row }: { id: number; row: Row }) {
  const { state, dry_run, mailing_list_id, mailing_list_name, subscriber_import_id: importId } = row;
  const isWhole = state === 'finished';
  return (
    <section class={`panel result ${isWhole ? '' : 'warning'}`} aria-label="Result">
      <p>
        {!isWhole && `The undo ${state === 'failed' ? 'failed' : 'was stopped'} before its end. `}
        <b>
          {mailing_list_name}: {sentenceOf(row)}
        </b>{' '}
        {dry_run && 'Nothing was written yet.'}
      </p>
      {dry_run && isWhole && <UndoButton row={row} />}
      <div class="actions">
        <a class={dry_run ? undefined : 'button'} href={linkTo(`/lists/${mailing_list_id}`)}>
          Open {mailing_list_name}
        </a>
        <a href={linkTo(`/imports/${importId}`)}>Import {importId}</a>
      </div>
    </section>
  );
}

function sentenceOf({ dry_run, stats: { outcomes } }: Row): string {
  const { removed, restored, restored_partly, kept_changed, kept_left, kept_later } = outcomes;
  const kept = kept_changed + kept_left + kept_later;
  const isAre = (count: number) => (dry_run ? 'would be' : count === 1 ? 'is' : 'are');
  const be = (count: number) => (dry_run ? 'would be' : count === 1 ? 'was' : 'were');
  const parts = [
    ...(removed > 0 ? [`${formatCountOf(removed, 'subscriber')} ${be(removed)} removed`] : []),
    ...(restored > 0 ? [`${formatCountOf(restored, 'subscriber')} ${isAre(restored)} as before`] : []),
    ...(restored_partly > 0
      ? [`${formatCountOf(restored_partly, 'subscriber')} ${isAre(restored_partly)} as before in part`]
      : []),
    ...(kept > 0 ? [`${formatCountOf(kept, 'subscriber')} ${be(kept)} kept`] : []),
  ];
  return parts.length === 0 ? 'no subscriber is concerned.' : `${parts.join(', ')}.`;
}

/** The button that makes a dry run real. It asks, with the number of the subscribers that are removed. */
function UndoButton({ row: { subscriber_import_id: importId, stats } }: { row: Row }) {
  const { client } = useApi();
  const { route } = useLocation();
  const [isAsked, setAsked] = useState(false);
  const undo = async () => {
    const undone = await dataOf(client.POST('/subscriber_imports/{id}/undo', { params: { path: { id: importId } } }));
    route(linkTo(`/undos/${undone.id}`));
  };
  if (!isAsked)
    return (
      <button type="button" class="primary" onClick={() => setAsked(true)}>
        Undo import {importId} …
      </button>
    );
  const { removed } = stats.outcomes;
  return (
    <Question
      label="Undo"
      keep="Keep the import"
      isFinal
      onKeep={() => setAsked(false)}
      action={
        <CommandButton kind="danger" run={undo} failed="The import was not undone">
          Undo import {importId}
        </CommandButton>
      }
    >
      <p>
        This takes back what the import has written
        {removed > 0 && `, and removes ${formatCountOf(removed, 'subscriber')}`}. What was changed since stays. An
        import is undone once.
      </p>
    </Question>
  );
}
