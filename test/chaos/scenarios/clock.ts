import type { Finding } from '../../../engine/cli/doctor/finding.ts';
import { configEnvironment } from '../../../engine/platform/config-environment.ts';
import { NO_OTHER_CLOCK, otherClock, underEnvironment } from '../../support/other-clock.ts';
import { runSluice } from '../../support/sluice.ts';
import { startWebhookReceiver } from '../../support/webhook-receiver.ts';
import { wrongLimits } from '../checks/limits-of-time.ts';
import type { Outcome } from '../checks/outcome.ts';
import { requireSame, undisturbed } from '../checks/undisturbed.ts';
import { requireNone } from '../failure.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import type { CsvFile } from '../sources/csv-file.ts';
import { createImport, createListFor, inline, THOROUGH } from '../sources/list.ts';
import { createSubjects } from '../sources/subject.ts';
import { sendUpload } from '../sources/upload.ts';
import { until } from '../until.ts';
import { followJobs } from '../world/job-events.ts';
import { drag } from '../world/places.ts';
import type { Place } from '../world/places.ts';
import { purgeExpired } from '../world/purge-orphans.ts';
import type { Stage } from '../world/world.ts';

const APART_SECONDS = 300;
const DUE_IN_MS = 20_000;
/** An import that is due begins within this. */
const BEGINS_WITHIN_SECONDS = 5;

type Clock = Readonly<Record<string, string>>;

export const clock: Scenario = {
  name: 'clock',
  title: 'everything has its time by the clock of the database when those of API and worker are five minutes from it',
  only: 'full',
  play: async (stage) => {
    const [ahead, behind] = [await otherClock(APART_SECONDS), await otherClock(-APART_SECONDS)];
    if (ahead === null || behind === null) return { skipped: NO_OTHER_CLOCK };
    const file = makeCsvFile(stage.random, { rows: 2_000 });
    await stage.serve();
    const expected = await undisturbed(stage, file);
    const clocks: readonly { readonly api: Clock; readonly worker: Clock }[] = [
      { api: ahead, worker: behind },
      { api: behind, worker: ahead },
    ];
    for (const { api, worker } of stage.random.shuffled(clocks)) {
      await stage.stopRoles();
      await Promise.all([
        stage.start('api', {}, { under: underEnvironment(api) }),
        stage.start('worker', {}, { under: underEnvironment(worker) }),
      ]);
      const wrong = [
        ...(await wrongJobs(stage, file, expected)),
        ...(await wrongLimits(stage)),
        ...(await unnamedClocks(stage, [api, worker])),
      ];
      requireNone(wrong.map((sentence) => `With the clock of the API at ${api['FAKETIME']} s: ${sentence}.`));
      stage.figures.add('APIs and workers with clocks ten minutes apart', 1);
    }
    await purgeExpired(stage);
    return undefined;
  },
};

const PLACES: readonly Place[] = ['downloading', 'staging', 'merging', 'scheduled', 'paused'];

/** Faults of jobs that begin, run and end under these clocks, as sentences. */
async function wrongJobs(stage: Stage, file: CsvFile, expected: Outcome): Promise<string[]> {
  const { api, pool, say } = stage;
  const receiver = await startWebhookReceiver();
  const webhook_endpoint = { url: receiver.url };
  const { id: endpointId, secret } = await api.demand('POST', '/webhook_endpoints', { webhook_endpoint });
  receiver.verifyBy(secret as string);
  const events = followJobs(api);
  const subjects = await createSubjects(stage, file, { restMs: 200 });

  const due = { file, listId: await createListFor(stage, file), importId: 0 };
  const begins_at = new Date(Date.now() + DUE_IN_MS).toISOString();
  due.importId = await createImport(stage, due.listId, inline(file), { ...THOROUGH, begins_at });
  const sent = { file, listId: await createListFor(stage, file), importId: 0 };
  const upload = { type: 'upload', id: await sendUpload([api], file.content) };
  sent.importId = await createImport(stage, sent.listId, upload);
  const release = await drag(pool, 20);
  const created = await subjects.createAt(PLACES);
  for (const [i, importId] of created.entries()) if (PLACES[i] === 'paused') await api.insist(importId, 'unpause');
  await release();
  for (const each of [due, sent]) await requireSame(stage, expected, each);
  await subjects.requireSame(expected);

  const wrong: string[] = [];
  const all = [due.importId, sent.importId, ...created];
  const { rows } = await pool.query<{ after: number }>(
    `select extract(epoch from started_at - begins_at)::float8 as after from subscriber_imports where id = $1`,
    [due.importId],
  );
  const [{ after } = { after: NaN }] = rows;
  say(`An import that was due in ${DUE_IN_MS / 1000} s began ${after.toFixed(1)} s after its time`);
  if (!(after >= 0 && after <= BEGINS_WITHIN_SECONDS)) wrong.push(`an import began ${after} s after its time`);
  await until(
    'the end of each import is an event',
    () => Promise.resolve(all.every((id) => events.ends.has(id)) || null),
    {
      limitMs: 10_000,
    },
  ).catch(() => wrong.push(`event streams have the ends of ${events.ends.size} of ${all.length} imports`));
  await until(
    'no event waits',
    async () => {
      const { waiting } = await api.demand('GET', `/webhook_endpoints/${endpointId}`);
      return waiting === 0 || null;
    },
    { limitMs: 20_000 },
  ).catch(() => wrong.push('events wait for a webhook endpoint'));
  if (receiver.faults().length > 0) wrong.push(`a receiver refused signatures: ${receiver.faults()[0]}`);
  wrong.push(...(await wrongTimes(stage)), ...(await wrongParts(stage)));
  await events.close();
  await subjects.close();
  await api.demand('DELETE', `/webhook_endpoints/${endpointId}`);
  await receiver.close();
  return wrong;
}

interface Ready {
  readonly data: { readonly parts: { readonly workers: object } };
}

/** Whether the one worker is counted as one, and no job counts as stuck. */
async function wrongParts({ config }: Stage): Promise<string[]> {
  // One that has stopped counts until its last poll is 75 s old.
  let workers = '';
  const isOne = async () => {
    const ready = (await (await fetch(`http://127.0.0.1:${config.port}/readyz`)).json()) as Ready;
    workers = JSON.stringify(ready.data.parts.workers);
    return workers === '{"state":"up","count":1}' || null;
  };
  await until('one worker is counted', isOne, { everyMs: 1_000 }).catch(() => undefined);
  const found = await examine(config, {});
  return [
    ...(workers === '{"state":"up","count":1}' ? [] : [`/readyz says ${workers} of the one worker`]),
    ...found
      .filter(({ check, state }) => ['workers', 'maintenance', 'jobs'].includes(check) && state !== 'ok')
      .map(({ text }) => `npx sluice doctor says "${text}"`),
  ];
}

/** Times of the future, and those of the past that an import has before it was created. */
async function wrongTimes({ pool }: Stage): Promise<string[]> {
  const { rows } = await pool.query<{ sentence: string }>(
    `select job_kind || ' ' || job_id || ' has taken "' || command || '" in the future' as sentence
       from job_activity where at > now() + interval '2 seconds'
     union all
     select 'an attempt of a webhook was recorded in the future' from webhook_attempts where at > now() + interval '2 seconds'
     union all
     select 'an attempt of a webhook was recorded before its event'
       from webhook_attempts a join webhook_events v on v.id = a.event_id where a.at < v.at - interval '2 seconds'
     limit 5`,
  );
  return rows.map(({ sentence }) => sentence);
}

/** The clocks of which `npx sluice doctor`, on a machine that has them, says nothing. */
async function unnamedClocks({ config }: Stage, clocks: readonly Clock[]): Promise<string[]> {
  const unnamed: string[] = [];
  for (const each of clocks) {
    const findings = (await examine(config, each)).filter(({ check }) => check === 'clocks');
    const said = /^The clock of Postgres is (?:299|300)\.\d s /;
    if (!findings.some(({ state, text }) => state === 'wrong' && said.test(text)))
      unnamed.push(`npx sluice doctor says ${JSON.stringify(findings)} at ${each['FAKETIME']} s`);
  }
  return unnamed;
}

async function examine(config: Stage['config'], clockOf: Clock): Promise<readonly Finding[]> {
  const { stdout } = await runSluice(['doctor', '--json'], { ...configEnvironment(config), ...clockOf });
  return (JSON.parse(stdout) as { readonly findings: readonly Finding[] }).findings;
}
