/**
 * The signal is aborted by the first Ctrl-C (SIGINT), SIGTERM or SIGHUP, when the callback is called too. Further ones do
 * nothing: stopping in order is under way, and breaking it off would leave servers behind.
 */
export function createStopSignal(onStop: () => void): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) return;
      onStop();
      controller.abort();
    });
  }
  return controller.signal;
}
