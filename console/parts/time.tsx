import { formatTime } from './format.ts';

/** A time of the API, in the zone of the organization; a dash for null. Narrow columns have it without seconds. */
export function Time({ iso, hasSeconds = true }: { iso: string | null; hasSeconds?: boolean }) {
  if (iso === null) return <>–</>;
  return (
    <time class="muted" dateTime={iso}>
      {formatTime(iso, hasSeconds)}
    </time>
  );
}
