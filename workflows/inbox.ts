/**
 * Keeps the messages of a job back while a local activity of it may be in flight.
 *
 * When a workflow task has to answer a query, the SDK reports it before the workflow has seen the result of a local activity that
 * ends in that moment. The history then has the result one task earlier than the workflow had it, and a replay sees it before the
 * messages of the next task, which the workflow saw first. Nothing that a message does may come between the two, so a local
 * activity runs only while the inbox is closed.
 */
export interface Inbox {
  readonly isClosed: () => boolean;
  /** Handles a message now, or when the inbox opens. */
  readonly receive: (handle: () => void) => void;
  readonly close: () => void;
  /** Handles the messages that were kept, in the order of their arrival. */
  readonly open: () => void;
}

/** Creates an open inbox. */
export function createInbox(): Inbox {
  let kept: (() => void)[] | null = null;
  return {
    isClosed: () => kept !== null,
    receive: (handle) => (kept === null ? handle() : void kept.push(handle)),
    close: () => (kept ??= []),
    open: () => {
      const messages = kept ?? [];
      kept = null;
      for (const handle of messages) handle();
    },
  };
}
