/** Exit code that a shell reports for a process that SIGTERM has ended; one that SIGINT ends while it starts has the same. */
const TERMINATED = 143;

/**
 * Ends the process at SIGTERM, SIGINT or the end of its parent while it starts. Linux ignores both signals for the first process of a
 * container unless there is a listener, and a start may wait for a server or a schema. @returns a function that hands them over to the
 * started process
 */
export function endWhileStarting(): () => void {
  const end = () => process.exit(TERMINATED);
  const signals = ['SIGTERM', 'SIGINT'] as const;
  for (const signal of signals) process.once(signal, end);
  process.once('disconnect', end);
  return () => {
    for (const signal of signals) process.off(signal, end);
    process.off('disconnect', end);
  };
}
