import { useEffect, useRef } from 'preact/hooks';
import { dataOf } from '../../client/index.ts';
import { useSubmit } from '../hooks/use-submit.ts';
import { CommandButton } from '../parts/command-button.tsx';
import { ErrorPanel } from '../parts/error-panel.tsx';
import { LiveRegion } from '../parts/live-region.tsx';
import type { Caller } from './api.ts';
import { useApi, useSession } from './session.tsx';

/** Shows the terms and conditions to a user who has to agree to them before anything else. */
export function TermsForm({ terms }: { terms: NonNullable<Caller['terms_to_agree']> }) {
  const { client } = useApi();
  const { signOut, setCaller } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = 'Terms and conditions – Sluice';
    heading.current?.focus();
  }, []);
  const { version, text, url } = terms;
  const { isBusy, error, onSubmit } = useSubmit(async () =>
    setCaller(await dataOf(client.PUT('/session/terms', { body: { version } }))),
  );
  return (
    <main class="terms">
      <h1 ref={heading} tabIndex={-1}>
        Terms and conditions
      </h1>
      <p>To work here, agree to the terms and conditions of this service (version {version}).</p>
      {text !== null && (
        <div class="terms-text" role="region" aria-label="Text of the terms" tabIndex={0}>
          {text}
        </div>
      )}
      {url !== null && (
        <p>
          <a href={url} target="_blank" rel="noreferrer">
            Read the terms and conditions
          </a>{' '}
          <span class="muted">(opens in another tab)</span>
        </p>
      )}
      <form aria-label="Agreement" onSubmit={onSubmit}>
        {error !== null && <ErrorPanel error={error} what="Your agreement was not recorded" />}
        <div class="actions">
          <button type="submit" class="primary" aria-busy={isBusy} disabled={isBusy}>
            I agree
          </button>
          <CommandButton kind="quiet" run={signOut} failed="You are still signed in">
            Sign out
          </CommandButton>
        </div>
      </form>
      <LiveRegion />
    </main>
  );
}
