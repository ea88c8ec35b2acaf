import type { components } from '../../../client/index.ts';
import { formatCountOf } from '../../parts/format.ts';
import { wordsOf } from '../../parts/words.ts';

type Report = components['schemas']['JobsReport'];

const NAMES: Readonly<Record<keyof Report['parts'], string>> = {
  postgres: 'Postgres',
  temporal: 'Temporal',
  workers: 'Workers',
  redis: 'Redis',
  files: 'Files',
  mail: 'Mail',
};

/** Remedy for each part that is down. */
const REMEDIES: Readonly<Record<keyof Report['parts'], string>> = {
  postgres: 'Start Postgres, or fix the error in its log.',
  temporal: 'Start the Temporal server. Jobs go on when it answers.',
  workers: 'Start a worker: npx sluice worker.',
  redis: 'Start Redis. Calls are answered without it.',
  files: 'Mount FILES_DIR, make it readable and writable, and free space in it.',
  mail: 'Start the mail server, or correct SMTP_URL. Subscriptions by web forms fail until it greets.',
};

/** Whether the parts of the service are up, in words and by a mark. */
export function ServiceHealth({ parts, running }: { parts: Report['parts']; running: number | null }) {
  return (
    <section aria-labelledby="service">
      <h2 id="service">Service</h2>
      <ul class="parts">
        {(Object.keys(NAMES) as (keyof Report['parts'])[]).map((name) => {
          const { state } = parts[name];
          const isWell = state === 'up' || state === 'not_configured';
          return (
            <li key={name} class={isWell ? 'well' : 'ill'}>
              <span aria-hidden="true">{isWell ? '✓' : '✕'}</span> <b>{NAMES[name]}</b>{' '}
              {name === 'workers' && parts.workers.count !== null
                ? // Temporal keeps one that died for more than a minute.
                  `${parts.workers.count} seen in the last two minutes`
                : wordsOf(state)}
              {!isWell && <span class="remedy">{REMEDIES[name]}</span>}
            </li>
          );
        })}
        {running !== null && <li>{formatCountOf(running, 'running job')}</li>}
      </ul>
    </section>
  );
}
