import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../../../client/index.ts';
import { CommandButton } from '../../../parts/command-button.tsx';
import { formatCountOf } from '../../../parts/format.ts';
import { Question } from '../../../parts/question.tsx';

interface StartButtonProps {
  dryRun: Pick<components['schemas']['SubscriberImport'], 'stats' | 'overwrite' | 'overwrite_what'>;
  /** Corrected rows that the import has, too. */
  corrected?: number;
  run: () => Promise<unknown>;
  children: ComponentChildren;
}

/** The button that starts a dry run as an import. It requires a confirmation when subscribers would become active again. */
export function StartButton({ dryRun, corrected = 0, run, children }: StartButtonProps) {
  const [isAsked, setAsked] = useState(false);
  const failed = 'The import did not start';
  const reactivated = reactivatedBy(dryRun);
  const { added, updated } = dryRun.stats.subscribers;
  const isChange = added + updated + (dryRun.stats.deactivated ?? 0) + corrected > 0;
  if (reactivated === 0)
    return (
      <CommandButton kind={isChange ? 'primary' : 'plain'} run={run} failed={failed}>
        {children}
      </CommandButton>
    );
  if (!isAsked)
    return (
      <button type="button" class="primary" onClick={() => setAsked(true)}>
        {children} …
      </button>
    );
  const subscribers = reactivated === null ? 'subscribers' : formatCountOf(reactivated, 'subscriber');
  return (
    <Question
      label="Reactivation"
      keep="Do not start"
      onKeep={() => setAsked(false)}
      action={
        <CommandButton kind="danger" run={run} failed={failed}>
          Make {subscribers} active
        </CommandButton>
      }
    >
      <p>
        This import makes {subscribers} active. They unsubscribed, complained, bounced or were deactivated, and will
        receive mail again.
      </p>
    </Question>
  );
}

/** Null where it was not counted. */
function reactivatedBy({ stats, overwrite, overwrite_what: what }: StartButtonProps['dryRun']): number | null {
  return stats.reactivated ?? (overwrite && what.status ? null : 0);
}
