import { formatTime } from './format.ts';

/** A time of the API, in the zone of the organization; a dash for null. */
export function Time({ iso }: { iso: string | null }) {
  if (iso === null) return <>–</>;
  return (
    <time class="muted" dateTime={iso}>
      {formatTime(iso)}
    </time>
  );
}
