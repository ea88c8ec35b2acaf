/**
 * Ends the process without a message when the reader of stdout has closed it, as `head` does: with the exit code of a program
 * that SIGPIPE ends. Node ignores that signal.
 */
export function endOnClosedOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(CLOSED_OUTPUT);
    throw error;
  });
}

const CLOSED_OUTPUT = 141;
