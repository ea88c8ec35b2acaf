import { useEffect, useMemo } from 'preact/hooks';
import { dataOf, SluiceApiError } from '../../../client/index.ts';
import { CommandButton } from '../../parts/command-button.tsx';
import { inPageWords } from '../../parts/page-words.ts';
import { newIdempotencyKey } from '../../session/idempotency-key.ts';
import { useApi } from '../../session/session.tsx';
import type { Checked, optionsOf } from './draft.ts';
import { DryRun } from './dry-run.tsx';

interface CheckStepProps {
  listId: number;
  listName: string;
  options: ReturnType<typeof optionsOf>;
  /** Numbers of the columns of consent that are left out on purpose. */
  leftOut: readonly number[];
  /** The value of an input of the type datetime-local; empty: at once. */
  beginsAt: string;
  /** The dry run of the draft, with its settings. */
  checked: Checked | null;
  dryRunId: number | null;
  /** Changes that the check waits for, as sentences. */
  problems: readonly string[];
  isReady: boolean;
  /** The settings of the dry run of the address, which another tab began. */
  onSettings: (checked: Checked) => void;
  onChecked: (dryRunId: number, settings: string) => void;
}

/** The last step: a dry run shows what would happen, and one button does it. */
export function CheckStep(props: CheckStepProps) {
  const { listId, listName, options, leftOut, beginsAt, checked, dryRunId, problems, isReady } = props;
  const { onSettings, onChecked } = props;
  const { client } = useApi();
  const settings = JSON.stringify([options, leftOut]);
  const key = useMemo(newIdempotencyKey, [settings, dryRunId]);
  const isUnwritten = dryRunId !== null && checked?.id === dryRunId && checked.settings === null && isReady;
  useEffect(() => {
    if (isUnwritten) onSettings({ id: dryRunId, settings });
  }, [isUnwritten]);
  const isOld = checked !== null && checked.settings !== null && checked.settings !== settings;
  const check = async () => {
    const { id } = await dataOf(
      client.POST('/mailing_lists/{id}/subscriber_imports', {
        params: { path: { id: listId }, header: { 'Idempotency-Key': key } },
        body: { subscriber_import: { ...options, dry_run: true } },
      }),
    ).catch(inWordsOfPage);
    onChecked(id, settings);
  };
  const button = (
    <>
      <Problems problems={problems} />
      <CommandButton
        kind="primary"
        disabled={!isReady || problems.length > 0}
        run={check}
        failed="The check did not begin"
      >
        {dryRunId === null ? 'Check the file' : 'Check again'}
      </CommandButton>
    </>
  );
  if (dryRunId === null) {
    return (
      <>
        <p>The check reads the whole file and compares it with the list. It changes nothing.</p>
        {button}
      </>
    );
  }
  return (
    <>
      {isOld && (
        <div class="panel warning">
          <p>The settings have changed since this check.</p>
          {button}
        </div>
      )}
      <DryRun key={dryRunId} id={dryRunId} listName={listName} beginsAt={beginsAt} canStart={!isOld} again={button} />
    </>
  );
}

/** Lists the changes that the check waits for, next to its button. */
function Problems({ problems }: { problems: readonly string[] }) {
  return (
    <div role="status">
      {problems.length > 0 && (
        <>
          <p class="before-list">Before the check can begin:</p>
          <ul class="panel warning problems">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function inWordsOfPage(error: unknown): never {
  if (error instanceof SluiceApiError && error.code === 'validation_failed')
    throw new Error(inPageWords(error.message));
  throw error;
}
