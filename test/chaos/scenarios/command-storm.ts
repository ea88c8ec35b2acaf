import { setTimeout as delay } from 'node:timers/promises';
import { NOT_ANSWERED } from '../../../api/jobs/not-answered.ts';
import { jobView } from '../../../workflows/messages.ts';
import { startWebhookReceiver } from '../../support/webhook-receiver.ts';
import { replaySince } from '../checks/replays.ts';
import { requireNone } from '../failure.ts';
import type { Random } from '../random.ts';
import type { Scenario } from '../scenario.ts';
import { createCommandedJobs } from '../sources/commanded-jobs.ts';
import type { CommandedJob } from '../sources/commanded-jobs.ts';
import { until } from '../until.ts';
import { drag } from '../world/places.ts';
import type { Stage } from '../world/world.ts';

const CALLERS = 16;
const STORM_MS = 2_500;
/** Jobs whose histories a full run replays. */
const JOBS = 200;

/**
 * Callers send commands as updates through the API and as signals through Temporal, and ask, as fast as they are answered, while
 * workers are killed. Every history that comes of it must replay, since the next worker has nothing else.
 */
export const commandStorm: Scenario = {
  name: 'command-storm',
  title: 'the history of every job replays, whatever commands, signals and queries it gets at the same moment',
  suggestContinueAsNew: 20,
  play: async (stage) => {
    const { figures, pool } = stage;
    let { worker } = await stage.serve();
    const since = new Date(Date.now() - 1000);
    const receiver = await startWebhookReceiver();
    const endpoint = await stage.api.demand('POST', '/webhook_endpoints', { webhook_endpoint: { url: receiver.url } });
    const release = await drag(pool, 20);
    const commanded = new Set<string>();
    for (let round = 0; round === 0 || (stage.size === 'full' && commanded.size < JOBS); round++) {
      const random = stage.random.fork(String(round));
      const jobs = await createCommandedJobs(stage, random);
      for (const { workflowId } of jobs) commanded.add(workflowId);
      const deadline = Date.now() + STORM_MS;
      const callers = Array.from({ length: CALLERS }, (_, n) =>
        command(stage, { jobs, endpointId: endpoint.id as number, random: random.fork(`caller ${n}`), deadline }),
      );
      // The callers then wait for the next worker, for up to half a minute, so every other storm goes without.
      if (round % 2 === 1) {
        await delay(random.int(200, STORM_MS));
        await worker.kill();
        figures.add('kill -9 of a worker: while 16 callers command its jobs');
        worker = await stage.start('worker');
      }
      const refusals = (await Promise.all(callers)).flat();
      requireNone([...new Set(refusals)]);
      for (const job of jobs) await end(stage, job);
    }
    await release();
    await stage.api.demand('DELETE', `/webhook_endpoints/${endpoint.id}`);
    await receiver.close();
    const { histories, workflowIds, continued, faults } = await replaySince(stage, since);
    figures.add('histories replayed after a storm', histories);
    for (const [type, runs] of continued) figures.add(`runs continued as new in a storm: ${type}`, runs);
    const missing = [...commanded].filter((workflowId) => !workflowIds.has(workflowId));
    requireNone([
      ...faults,
      ...missing.map((workflowId) => `The history of ${workflowId} was not found.`),
      ...(stage.size === 'short' || continued.has('subscriberImport') ? [] : ['No import continued as new.']),
    ]);
  },
};

/** Actions of operators, which a caller waits for up to a minute; `fail` ends a job. */
const ACTIONS = ['retry', 'skip_chunk', 'unpause', 'restart', 'retry', 'unpause', 'restart', 'fail'];

interface Storm {
  readonly jobs: readonly CommandedJob[];
  readonly endpointId: number;
  readonly random: Random;
  readonly deadline: number;
}

/** One caller, until the deadline. @returns sentences about answers that tell a client nothing */
async function command(stage: Stage, { jobs, endpointId, random, deadline }: Storm): Promise<string[]> {
  const { api, temporal, figures, size } = stage;
  const wrong: string[] = [];
  const post = async (path: string) => {
    const response = await api.send('POST', path);
    const answer = (await response.json()) as { success: boolean; error_code: string; error_message: string };
    const isKnown = response.status === 503 ? NOT_ANSWERED.test(answer.error_message) : response.status < 500;
    if (!isKnown) wrong.push(`POST ${path} was answered ${response.status}, "${answer.error_message}".`);
    const outcome = response.status === 503 ? 'no worker answered (503)' : answer.error_code;
    figures.add(`commands in a storm: ${answer.success ? 'done' : outcome}`);
  };
  while (Date.now() < deadline) {
    const { path, operatorPath, workflowId, commands } = random.pick(jobs);
    const name = random.pick(commands);
    const workflow = temporal.workflow.getHandle(workflowId);
    // A workflow that has ended, or whose worker was killed, takes nothing.
    const ignored = () => undefined;
    const deed = random.int(0, 13);
    if (deed < 6) await post(`${path}/${name}`);
    else if (deed === 6) await api.call('GET', path);
    else if (deed === 7) await workflow.query(jobView).catch(ignored);
    else if (deed === 8) await workflow.signal(name).catch(ignored);
    else if (deed === 9) await workflow.signal('diagnosed', null).catch(ignored);
    else if (deed === 10 && size === 'full') await post(`${operatorPath}/${random.pick(ACTIONS)}`);
    else if (deed === 10 || deed === 11) await api.call('GET', operatorPath);
    else if (deed === 12) {
      const endpoint = temporal.workflow.getHandle(`webhook-endpoint/${endpointId}`);
      await endpoint.signal(random.pick(['retry', 'events_recorded'])).catch(ignored);
      await endpoint.query(jobView).catch(ignored);
    } else {
      const attempts = await api.call('GET', `/webhook_endpoints/${endpointId}/attempts?per_page=1`);
      const attempt = attempts.data?.[0] as { id: number } | undefined;
      if (attempt) await post(`/webhook_endpoints/${endpointId}/attempts/${attempt.id}/redeliver`);
    }
  }
  return wrong;
}

const ENDED = ['finished', 'failed', 'cancelled'];

/** Lets a job end: one that waits for its time is cancelled, a paused one goes on. */
async function end({ api, temporal }: Stage, { path, workflowId }: CommandedJob): Promise<void> {
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
