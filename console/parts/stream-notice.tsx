import type { EventStreamState } from '../hooks/use-event-stream.ts';
import { formatClock } from './format.ts';

/** Says that what the page shows may be old, while its stream of events is broken. */
export function StreamNotice({ stream: { status, lastEventAt } }: { stream: EventStreamState }) {
  if (status !== 'broken') return null;
  const since =
    lastEventAt === null ? 'nothing has arrived yet' : `the last change arrived at ${formatClock(lastEventAt)}`;
  return (
    <p role="status" class="panel warning">
      The connection to the service is broken: {since}. It is restored by itself.
    </p>
  );
}
