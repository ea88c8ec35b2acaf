import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import type { components } from '../../../client/index.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { announce } from '../../parts/live-region.tsx';
import { findSignInOptions } from '../../session/api.ts';
import { useApi, useSession } from '../../session/session.tsx';
import { restoreTips } from '../../tips/dismissed-tips.ts';

type User = components['schemas']['User'];

/** Switches the mails about the jobs of the signed-in user on and off. */
export function OwnMails({ user }: { user: User }) {
  const { data: options } = useAnswer(findSignInOptions, []);
  const hint =
    options?.password_reset === false
      ? 'This service sends no mail yet: an operator can set that up.'
      : `To ${user.email}, with the counts and a link. A dry run is mailed only if it takes longer than a minute.`;
  return (
    <Preference
      {...{ user, name: 'mail_ended_jobs', title: 'Mail', label: 'Mail me when a job ends that I started', hint }}
      said={{ on: 'You are mailed when your jobs end', off: 'You are not mailed when your jobs end' }}
    />
  );
}

/** Switches the tips of the signed-in user on and off; those that were dismissed come again. */
export function OwnTips({ user }: { user: User }) {
  return (
    <Preference
      {...{ user, name: 'show_quick_tips', title: 'Tips', label: 'Show tips on the pages' }}
      hint="Switching them on also brings back those that you have dismissed."
      said={{ on: 'Tips are shown', off: 'No tips are shown' }}
      onSwitchedOn={() => restoreTips(user.id)}
    />
  );
}

interface PreferenceProps {
  readonly user: User;
  readonly name: 'show_quick_tips' | 'mail_ended_jobs';
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  /** Sentences that are announced when it was changed. */
  readonly said: { readonly on: string; readonly off: string };
  readonly onSwitchedOn?: () => void;
}

function Preference({ user, name, title, label, hint, said, onSwitchedOn }: PreferenceProps) {
  const { client } = useApi();
  const { setCaller } = useSession();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const change = async (isOn: boolean) => {
    setBusy(true);
    setError(null);
    try {
      const caller = await dataOf(client.PUT('/session/preferences', { body: { [name]: isOn } }));
      if (isOn) onSwitchedOn?.();
      setCaller(caller);
      announce(isOn ? said.on : said.off);
    } catch (reason) {
      setError(reason);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-labelledby={name}>
      <h2 id={name}>{title}</h2>
      <label class="check">
        <input
          type="checkbox"
          checked={user[name]}
          aria-busy={isBusy}
          aria-describedby={`${name}-hint`}
          onChange={({ currentTarget }) => void change(currentTarget.checked)}
        />
        {label}
      </label>
      <p class="hint" id={`${name}-hint`}>
        {hint}
      </p>
      {error !== null && <ErrorPanel error={error} what="Your choice was not saved" />}
    </section>
  );
}
