import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';

/** State of a form that is sent. */
export interface Submit {
  readonly isBusy: boolean;
  /** Of the last sending; null when it went well or none was. */
  readonly error: unknown;
  readonly onSubmit: (event: TargetedSubmitEvent<HTMLFormElement>) => void;
}

/** Sends a form, once at a time. @param send resolves when the service has done it; it may do nothing where an entry is wrong */
export function useSubmit(send: () => Promise<unknown>): Submit {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async () => {
    setBusy(true);
    setError(null);
    try {
      await send();
    } catch (reason) {
      setError(reason);
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    error,
    onSubmit: (event) => {
      event.preventDefault();
      if (!isBusy) void run();
    },
  };
}
