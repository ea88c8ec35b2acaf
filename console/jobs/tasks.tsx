import { formatCount } from '../parts/format.ts';
import type { Inspection } from './use-job.ts';
import { useAnswer } from '../hooks/use-answer.ts';
import { DataTable } from '../parts/data-table.tsx';
import { ErrorPanel } from '../parts/error-panel.tsx';
import { inPageWords } from '../parts/page-words.ts';
import { Time } from '../parts/time.tsx';
import { useApi } from '../session/session.tsx';
import { wordsOf } from '../parts/words.ts';
import { actorName } from './actor-name.ts';
import type { ConsoleKind } from './job-kind.ts';

type Tasks = Inspection['tasks'][number];

/** The tasks of one work as small squares in their order. Of thousands, each square is a band of several. */
export function TaskGrid({ tasks: { work, total, bands }, isOver }: { tasks: Tasks; isOver: boolean }) {
  const sum = (of: 'done' | 'running' | 'parked') => bands.reduce((count, band) => count + band[of], 0);
  const counts = { done: sum('done'), running: sum('running'), parked: sum('parked') };
  const waiting = total - counts.done - counts.running - counts.parked;
  const size = Math.max(...bands.map((band) => band.tasks));
  const text = [
    `${formatCount(counts.done)} of ${formatCount(total)} done`,
    ...(isOver ? [] : [`${formatCount(counts.running)} running`, `${formatCount(waiting)} waiting`]),
    ...(counts.parked > 0 ? [`${formatCount(counts.parked)} parked`] : []),
  ].join(', ');
  const height = Math.ceil(bands.length / COLUMNS) * STEP;
  return (
    <figure class="task-grid">
      <figcaption>
        <b>{NAMES[work] ?? work}</b> {text}
        {size > 1 && <span class="muted">, {formatCount(size)} in each square</span>}
      </figcaption>
      <svg
        role="img"
        aria-label={`${NAMES[work] ?? work}: ${text}`}
        viewBox={`0 0 ${Math.min(bands.length, COLUMNS) * STEP} ${height}`}
        width={Math.min(bands.length, COLUMNS) * STEP}
      >
        {bands.map((band, at) => (
          <Square key={band.first} band={band} x={(at % COLUMNS) * STEP} y={Math.floor(at / COLUMNS) * STEP} />
        ))}
      </svg>
    </figure>
  );
}

const NAMES: Readonly<Record<string, string>> = { range: 'Reading the file', chunk: 'Writing subscribers' };

const COLUMNS = 40;
const STEP = 16;
const SIDE = 12;

/** Filled from below as far as it is done; a frame while some of it runs, a cross where something is parked. */
function Square({ band, x, y }: { band: Tasks['bands'][number]; x: number; y: number }) {
  const { first, tasks, done, running, parked } = band;
  const filled = (done / tasks) * SIDE;
  const names = tasks === 1 ? `${first}` : `${first} to ${first + tasks - 1}`;
  const states = [done > 0 && `${done} done`, running > 0 && `${running} running`, parked > 0 && `${parked} parked`];
  const words = states.filter(Boolean).join(', ');
  return (
    <g transform={`translate(${x} ${y})`}>
      <title>{`${names}: ${words === '' ? 'waiting' : words}`}</title>
      <rect class="ground" x="1" y="1" width={SIDE} height={SIDE} rx="2" />
      {done > 0 && <rect class="tone-good" x="1" y={1 + SIDE - filled} width={SIDE} height={filled} rx="2" />}
      {running > 0 && <rect class="running" x="2" y="2" width={SIDE - 2} height={SIDE - 2} rx="1" />}
      {parked > 0 && <path class="parked" d="M3 3 11 11M11 3 3 11" />}
    </g>
  );
}

/** Table of the actions on a job with their actors, the latest first. */
export function ActivityTable({ kind, id, changes }: { kind: ConsoleKind; id: number; changes: number }) {
  const { client } = useApi();
  const activity = useAnswer(() => kind.activity(client, id), [client, kind, id, changes]);
  return (
    <section aria-labelledby="activity">
      <h2 id="activity">Activity</h2>
      {activity.error !== null && <ErrorPanel error={activity.error} onRetry={activity.reload} />}
      {activity.data !== undefined && (
        <DataTable
          caption="Activity"
          rows={[...activity.data].reverse().map((entry, at) => ({ ...entry, at: entry.at, key: at }))}
          keyOf={({ key }) => key}
          empty={<p>Nothing was recorded: the job was created by an older version.</p>}
          columns={[
            { name: 'When', cell: ({ at }) => <Time iso={at} /> },
            { name: 'What', cell: ({ command }) => wordsOf(command) },
            { name: 'Who', cell: ({ actor }) => actorName(actor) },
            { name: 'Why', cell: ({ reason }) => (reason === null ? '' : inPageWords(reason)) },
          ]}
        />
      )}
    </section>
  );
}
