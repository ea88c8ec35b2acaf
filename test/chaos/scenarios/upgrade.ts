import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import type { Finding } from '../../../engine/cli/doctor/finding.ts';
import { readMigrations } from '../../../engine/db/schema/migration.ts';
import { configEnvironment } from '../../../engine/platform/config-environment.ts';
import { lastingPort } from '../../support/lasting-port.ts';
import { createLaterVersion, OWN_ROOT } from '../../support/other-version.ts';
import type { Role } from '../../support/role.ts';
import { runSluice } from '../../support/sluice.ts';
import { isReady, unlessUnready } from '../checks/readiness.ts';
import { requireNone } from '../failure.ts';
import type { Scenario } from '../scenario.ts';
import { callInTurn } from '../sources/calls-in-turn.ts';
import { createJobMaker } from '../sources/jobs-under-way.ts';
import type { JobMaker, JobsUnderWay } from '../sources/jobs-under-way.ts';
import { until } from '../until.ts';
import { signInToConsole } from '../world/console-session.ts';
import type { ConsoleSession } from '../world/console-session.ts';
import { startMigration, untilMigrating } from '../world/migration-run.ts';
import { placeOf } from '../world/places.ts';
import { readServedVersions, writeServedVersions } from '../world/served-versions.ts';
import { longestStandstills } from '../world/standstills.ts';
import { followLog } from '../world/role-log.ts';
import type { Stage } from '../world/world.ts';

/** A later version: its migrations add a column and a table, fill the column and index it. */
const EXPAND = {
  '9001.do.adds-a-note.sql': `-- Adds a note to subscribers.
-- Earlier versions continue with this schema.
select pg_sleep(1);
create table chaos_notes (id bigint);
alter table subscribers add column chaos_note text;`,
  '9002.do.fills-notes.sql': `-- Fills the notes, and indexes them.
-- Earlier versions continue with this schema.
-- Runs outside a transaction.
select pg_sleep(0.7);
create index concurrently if not exists subscribers_chaos_note on subscribers (mailing_list_id, chaos_note);
select pg_sleep(0.7);
update {subscribers} s set chaos_note = 'noted' where s.chaos_note is null and s.ctid between {first} and {last};`,
};

/** The version after that takes something away that the first one does not use any more. */
const CONTRACT = {
  '9003.do.drops-notes.sql': `-- Drops what the version before does not use any more.
-- Contract.
-- Versions from schema 9002 on continue with this schema.
drop table chaos_notes;`,
};
const UNDO = `
  drop index if exists subscribers_chaos_note;
  drop table if exists chaos_notes;
  alter table subscribers drop column if exists chaos_note;
  delete from schema_migrations where version >= 9001`;

const OWN = readMigrations().at(-1)?.version ?? 0;
/** Migrations let calls pass after 2 s of waiting for locks; a busy machine adds to it. */
const ANSWERED_WITHIN_MS = 5_000;
/** A version that may no longer work with the database looks every 5 s, and then has 9 s for its tasks. */
const STOPS_WITHIN_MS = 20_000;
const KILLS = 3;

export const upgrade: Scenario = {
  name: 'upgrade',
  title:
    'jobs end as undisturbed ones and calls are answered while two versions run, one takes the place of the other and goes away again, and migrations are killed',
  only: 'full',
  play: async (stage) => {
    const next = { root: join(stage.dir, 'next/') };
    const last = { root: join(stage.dir, 'last/') };
    await createLaterVersion(next.root, EXPAND);
    await createLaterVersion(last.root, { ...EXPAND, ...CONTRACT });
    const note = await readServedVersions(stage);
    const first = await stage.serve();
    const maker = await createJobMaker(stage);
    const load = { maker, session: await signInToConsole(stage) };

    const later = await migrateUnderLoad(stage, load, { first, root: next.root });
    const back = await replaceAndGoBack(stage, load, { first, later, root: next.root });
    await stopLoudly(stage, maker, { roles: back, root: last.root, note });

    await maker.close();
    await stage.stopRoles();
    await stage.pool.query(UNDO);
    await writeServedVersions(stage, note);
  },
};

interface Roles {
  readonly api: Role;
  readonly worker: Role;
}

/** Work that continues while versions change. */
interface Load {
  readonly maker: JobMaker;
  readonly session: ConsoleSession;
}

/** The later version waits for its schema, which two runs bring at the same time, after others were killed; this one works all the while. */
async function migrateUnderLoad(
  stage: Stage,
  { maker, session }: Load,
  { first, root }: { readonly first: Roles; readonly root: string },
): Promise<Roles> {
  const { pool, random, say, config } = stage;
  const log = await followLog(stage, 'worker');
  const port = await lastingPort();
  const waiting = stage.start('worker', {}, { root });
  waiting.catch(() => undefined);
  const api = await stage.start('api', { port }, { root });
  await log.untilSaid('waiting for another schema of the database');
  requireNone(await unlessUnready(stage, port, `has the schema ${OWN}, and this version needs 9002`));

  const begun: JobsUnderWay[] = [];
  const standstills: Promise<readonly number[]>[] = [];
  const begin = async () => {
    const jobs = await maker.begin();
    // All but the one that is paused.
    const stood = longestStandstills(pool, jobs.importIds.slice(0, -1), 120_000);
    stood.catch(() => undefined);
    begun.push(jobs);
    standstills.push(stood);
    return jobs;
  };
  const calls = callInTurn(stage, (await begin()).importIds[0]!, session);
  for (let kill = 0; kill < KILLS; kill++) {
    if (kill > 0) await begin();
    const run = startMigration(root, config);
    await untilMigrating(pool, run);
    await delay(random.int(0, 2_000));
    await notePlaces(stage, begun.at(-1)!, 'kill -9 of npx sluice migrate');
    await run.kill();
  }
  await begin();
  const runs = [startMigration(root, config), startMigration(root, config)];
  const printed = await Promise.all(runs.map(({ done }) => done));
  const longest = await calls.stop();
  say(`While migrations ran, the slowest call was answered after ${(longest / 1000).toFixed(1)} s`);
  const worker = await waiting;
  await until('the later API is ready', async () => (await isReady(port)) || null);
  await session.read(port);
  for (const jobs of begun) await jobs.requireWhole();
  const longestStandstill = Math.max(...(await Promise.all(standstills)).flat());
  say(`Imports stood still for ${(longestStandstill / 1000).toFixed(1)} s at most while migrations ran`);
  requireNone([
    ...(longest <= ANSWERED_WITHIN_MS ? [] : [`a call was answered after ${longest} ms while migrations ran`]),
    ...(printed.filter((text) => text.includes('up to date')).length >= 1 ? [] : ['both runs have migrated']),
    ...(first.worker.hasEnded() || first.api.hasEnded() ? ['a role of the version before has ended'] : []),
    ...((await isReady(config.port)) ? [] : ['the API of the version before is not ready']),
    ...(await unlessDoctorContinues(stage)),
  ]);
  return { api, worker };
}

/** The later version takes the place of this one, one role after the other, then this one takes it back. */
async function replaceAndGoBack(
  stage: Stage,
  { maker, session }: Load,
  { first, later, root }: { readonly first: Roles; readonly later: Roles; readonly root: string },
): Promise<Roles> {
  const jobs = await maker.begin();
  await notePlaces(stage, jobs, 'a later version takes the place of this one');
  await first.worker.stop();
  await first.api.stop();
  await later.api.stop();
  const api = await stage.start('api', {}, { root });
  await session.read(stage.config.port);
  await jobs.requireWhole();

  const worker = await stage.start('worker');
  const others = await maker.begin();
  await notePlaces(stage, others, 'this version takes its place back');
  await later.worker.stop();
  await api.stop();
  const roles = { api: await stage.start('api'), worker };
  await session.read(stage.config.port);
  await others.requireWhole();
  return roles;
}

/** A version that the database no longer serves stops and says so, and the later one ends its jobs; once it is back, this one does. */
async function stopLoudly(
  stage: Stage,
  maker: JobMaker,
  { roles, root, note }: { readonly roles: Roles; readonly root: string; readonly note: string | null },
): Promise<void> {
  const { config, pool } = stage;
  const jobs = await maker.begin();
  const log = await followLog(stage, 'worker');
  await startMigration(root, config).done;
  await notePlaces(stage, jobs, 'a migration stops this version');
  const began = Date.now();
  await log.untilSaid('this process stops its work');
  await until('the worker has ended', () => Promise.resolve(roles.worker.hasEnded() || null), {
    limitMs: STOPS_WITHIN_MS,
  });
  stage.say(`The worker of the version before ended ${((Date.now() - began) / 1000).toFixed(1)} s after the migration`);
  requireNone(await unlessUnready(stage, config.port, `this version knows none after ${OWN}`));
  const waiting = stage.start('worker');
  waiting.catch(() => undefined);
  await log.untilSaid('waiting for another schema of the database');
  await roles.api.stop();
  const later = { api: await stage.start('api', {}, { root }), worker: await stage.start('worker', {}, { root }) };
  await jobs.requireWhole();

  const others = await maker.begin();
  await notePlaces(stage, others, 'the migration is taken back');
  await later.worker.stop();
  await later.api.stop();
  await pool.query('create table chaos_notes (id bigint); delete from schema_migrations where version = 9003');
  await writeServedVersions(stage, note);
  await waiting;
  await stage.start('api');
  await others.requireWhole();
}

async function notePlaces({ pool, figures }: Stage, { importIds }: JobsUnderWay, what: string): Promise<void> {
  for (const importId of importIds) figures.add(`${what}: ${await placeOf(pool, importId)}`);
}

async function unlessDoctorContinues({ config }: Stage): Promise<string[]> {
  const { stdout } = await runSluice(['doctor', '--json'], configEnvironment(config));
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly Finding[] };
  const [found] = findings.filter(({ check }) => check === 'schema');
  return found?.state === 'ok' && found.text.includes('this version continues with it')
    ? []
    : [`npx sluice doctor of ${OWN_ROOT} says ${JSON.stringify(found)} of the later schema`];
}
