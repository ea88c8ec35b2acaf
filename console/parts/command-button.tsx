import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ErrorPanel, isUncertain } from './error-panel.tsx';
import { announce } from './live-region.tsx';

interface CommandButtonProps {
  /** Resolves when the service has done it. */
  run: () => Promise<unknown>;
  /** The sentence for screen readers when it is done. */
  done?: string;
  /** The beginning of the sentence when it fails: "The import was not paused". */
  failed?: string;
  disabled?: boolean;
  kind?: 'primary' | 'danger' | 'quiet' | 'plain';
  children: ComponentChildren;
}

/** A button that is busy until the service has answered, and shows its refusal. It keeps the focus while it is busy. */
export function CommandButton({ run, done, failed, disabled = false, kind = 'plain', children }: CommandButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const start = async () => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await run();
      if (done !== undefined) announce(done);
    } catch (reason) {
      setError(reason);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="command">
      <button
        type="button"
        class={kind === 'plain' ? undefined : kind}
        aria-busy={isBusy}
        aria-disabled={isBusy || undefined}
        disabled={disabled}
        onClick={() => void start()}
      >
        {children}
        {isBusy && <span aria-hidden="true"> …</span>}
      </button>
      {error !== null && <ErrorPanel error={error} {...whatOf(error, failed)} />}
    </div>
  );
}

/** Beginning of the sentence of a failure: without an answer, the command may have been done. */
function whatOf(error: unknown, failed: string | undefined): { what?: string } {
  if (isUncertain(error)) return { what: 'It is not known whether this was done' };
  return failed === undefined ? {} : { what: failed };
}
