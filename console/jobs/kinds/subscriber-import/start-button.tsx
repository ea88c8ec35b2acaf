import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../../../client/index.ts';
import { CommandButton } from '../../../parts/command-button.tsx';
import { formatCountOf } from '../../../parts/format.ts';

interface StartButtonProps {
  dryRun: Pick<components['schemas']['SubscriberImport'], 'stats' | 'overwrite' | 'overwrite_what'>;
  run: () => Promise<unknown>;
  children: ComponentChildren;
}

/** The button that starts a dry run as an import. It asks before subscribers become active again, with their number. */
export function StartButton({ dryRun, run, children }: StartButtonProps) {
  const [isAsked, setAsked] = useState(false);
  const failed = 'The import did not start';
  const reactivated = reactivatedBy(dryRun);
  if (reactivated === 0)
    return (
      <CommandButton kind="primary" run={run} failed={failed}>
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
    <div class="panel warning question" role="group" aria-label="Reactivation">
      <p>
        This import makes {subscribers} active. They unsubscribed, complained, bounced or were deactivated, and will
        receive mail again.
      </p>
      <div class="actions">
        <CommandButton kind="danger" run={run} failed={failed}>
          Make {subscribers} active
        </CommandButton>
        <button type="button" autoFocus onClick={() => setAsked(false)}>
          Do not start
        </button>
      </div>
    </div>
  );
}

/** Null where it was not counted. */
function reactivatedBy({ stats, overwrite, overwrite_what: what }: StartButtonProps['dryRun']): number | null {
  return stats.reactivated ?? (overwrite && what.status ? null : 0);
}
