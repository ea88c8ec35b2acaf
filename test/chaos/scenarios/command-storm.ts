import { setTimeout as delay } from 'node:timers/promises';
import { jobView } from '../../../workflows/messages.ts';
import { startWebhookReceiver } from '../../support/webhook-receiver.ts';
import { replaySince } from '../checks/replays.ts';
import { requireNone } from '../failure.ts';
import type { Random } from '../random.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createImport, createListFor, inline, THOROUGH } from '../sources/list.ts';
import { until } from '../until.ts';
import { drag } from '../world/places.ts';
import type { Stage } from '../world/world.ts';

const CALLERS = 16;
const STORM_MS = 2_500;
/** Histories of a full run. */
const HISTORIES = 200;
const IN_AN_HOUR_MS = 3_600_000;

/** A job under the storm: where the API and Temporal know it, and the commands that it takes. */
interface Target {
  readonly path: string;
  readonly workflowId: string;
  readonly commands: readonly string[];
}

/**
 * Callers send commands as updates through the API and as signals through Temporal, and ask, as fast as they are answered, while
 * workers are killed. Every history that comes of it must replay, since the next worker has nothing else.
 */
export const commandStorm: Scenario = {
  name: 'command-storm',
  title: 'the history of every job replays, whatever commands, signals and queries it gets at the same moment',
  play: async (stage) => {
    const { figures, pool } = stage;
    let { worker } = await stage.serve();
    const since = new Date(Date.now() - 1000);
    const receiver = await startWebhookReceiver();
    const endpoint = await stage.api.demand('POST', '/webhook_endpoints', { webhook_endpoint: { url: receiver.url } });
    const release = await drag(pool, 20);
    let count = 0;
    for (let round = 0; round === 0 || (stage.size === 'full' && count < HISTORIES); round++) {
      const random = stage.random.fork(String(round));
      const targets = await createTargets(stage, random, endpoint.id as number);
      count += targets.length;
      const deadline = Date.now() + STORM_MS;
      const callers = Array.from({ length: CALLERS }, (_, n) =>
        command(stage, { targets, random: random.fork(`caller ${n}`), deadline }),
      );
      if (stage.size === 'full') {
        await delay(random.int(200, STORM_MS));
        await worker.kill();
        figures.add('kill -9 of a worker: while 16 callers command its jobs');
        worker = await stage.start('worker');
      }
      const refusals = (await Promise.all(callers)).flat();
      requireNone([...new Set(refusals)]);
      for (const target of targets) await end(stage, target);
    }
    await release();
    await stage.api.demand('DELETE', `/webhook_endpoints/${endpoint.id}`);
    await receiver.close();
    const { histories, faults } = await replaySince(stage, since);
    figures.add('histories replayed after a storm', histories);
    requireNone([...faults, ...(histories >= count ? [] : [`Only ${histories} of ${count} histories were found.`])]);
  },
};

/** Jobs of every kind, small and large, each on a list of its own. */
async function createTargets(stage: Stage, random: Random, endpointId: number): Promise<Target[]> {
  const { api } = stage;
  const [small, large] = [makeCsvFile(random, { rows: 40 }), makeCsvFile(random, { rows: 1_500 })];
  const begins_at = new Date(Date.now() + IN_AN_HOUR_MS).toISOString();
  const importOf = async (file: typeof small, settings: object): Promise<Target> => {
    const id = await createImport(stage, await createListFor(stage, file), inline(file), settings);
    return {
      path: `/subscriber_imports/${id}`,
      workflowId: `subscriber-import/${id}`,
      commands: ['pause', 'unpause', 'pause', 'unpause', 'pause', 'unpause', 'pause', 'unpause', 'cancel'],
    };
  };
  const exported = await createListFor(stage, large);
  const subscriberExport = await api.demand('POST', `/mailing_lists/${exported}/subscriber_exports`, {
    subscriber_export: {},
  });
  const deleted = await createListFor(stage, large);
  const { delete_confirmation_code: code } = await api.demand(
    'GET',
    `/mailing_lists/${deleted}/delete_confirmation_code`,
  );
  await api.demand('DELETE', `/mailing_lists/${deleted}/confirmed/${code}`);
  return [
    // Two of them: nothing but the commands happens to it.
    await importOf(small, { ...THOROUGH, begins_at }),
    await importOf(small, { column_mapping: THOROUGH.column_mapping, begins_at }),
    await importOf(large, THOROUGH),
    await importOf(large, { ...THOROUGH, dry_run: true }),
    ...(await Promise.all([1, 2, 3].map(() => importOf(small, { column_mapping: THOROUGH.column_mapping })))),
    {
      path: `/subscriber_exports/${subscriberExport.id}`,
      workflowId: `subscriber-export/${subscriberExport.id}`,
      commands: ['pause', 'unpause', 'pause', 'unpause', 'pause', 'unpause', 'cancel'],
    },
    {
      path: `/mailing_lists/${deleted}/deletion`,
      workflowId: `list-deletion/${deleted}`,
      commands: ['pause', 'unpause'],
    },
    { path: `/webhook_endpoints/${endpointId}`, workflowId: `webhook-endpoint/${endpointId}`, commands: ['retry'] },
  ];
}

/** One caller, until the deadline. @returns sentences about answers that tell a client nothing */
async function command(
  { api, temporal, figures }: Stage,
  { targets, random, deadline }: { targets: readonly Target[]; random: Random; deadline: number },
): Promise<string[]> {
  const wrong: string[] = [];
  while (Date.now() < deadline) {
    const { path, workflowId, commands } = random.pick(targets);
    const name = random.pick(commands);
    const workflow = temporal.workflow.getHandle(workflowId);
    // A workflow that has ended, or whose worker was killed, takes nothing.
    const ignored = () => undefined;
    const deed = random.int(0, 9);
    if (deed < 6) {
      const answer = await api.call('POST', `${path}/${name}`);
      const isPlain = answer.error_message?.startsWith('an internal error') === true;
      if (isPlain) wrong.push(`POST ${path}/${name} was answered "${answer.error_message}".`);
      figures.add(`commands in a storm: ${answer.success ? 'done' : answer.error_code}`);
    } else if (deed === 6) await api.call('GET', path);
    else if (deed === 7) await workflow.query(jobView).catch(ignored);
    else if (deed === 8) await workflow.signal(name).catch(ignored);
    else await workflow.signal('diagnosed', null).catch(ignored);
  }
  return wrong;
}

const ENDED = ['finished', 'failed', 'cancelled'];

/** Lets a job end: one that waits for its time is cancelled, a paused one goes on. */
async function end({ api, temporal }: Stage, { path, workflowId }: Target): Promise<void> {
  if (path.startsWith('/webhook_endpoints')) return;
  let last: unknown;
  const look = async () => {
    const { success, data } = await api.call('GET', path);
    if (!success) return null;
    last = data;
    const { state } = data as { state: string };
    if (state === 'paused') await api.call('POST', `${path}/unpause`);
    if (state === 'scheduled') await api.call('POST', `${path}/cancel`);
    if (!ENDED.includes(state)) return null;
    const { status } = await temporal.workflow.getHandle(workflowId).describe();
    return status.name === 'RUNNING' ? null : true;
  };
  await until(`${path} ends`, look, { limitMs: 300_000, everyMs: 200 }).catch((cause: unknown) => {
    throw new Error(`${path} stayed as ${JSON.stringify(last)}.`, { cause });
  });
}
