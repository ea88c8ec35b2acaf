import { configEnvironment } from '../../../engine/platform/config-environment.ts';
import { runSluice } from '../../support/sluice.ts';
import { until } from '../until.ts';
import type { JobsUnderWay } from '../sources/jobs-under-way.ts';
import type { Stage } from '../world/world.ts';
import { NAMED_WITHIN_MS, seconds } from './hole-kinds.ts';
import type { Swallowed } from './hole-kinds.ts';
import type { HoledNetwork } from './network.ts';

/** Patterns of the answers that name a hole: by the API's health, by the command about an import, by the diagnosis of one of the jobs. */
interface Naming {
  readonly readyz?: RegExp;
  readonly command?: RegExp;
  readonly diagnosis?: RegExp;
  /** The path of the API at which what is away is read. */
  readonly api?: { readonly path: string; readonly says: RegExp };
}

const NAMINGS: Readonly<Record<Swallowed, Naming>> = {
  postgres: { readyz: /"postgres":\{"state":"down"\}/, command: /postgres_down: / },
  temporal: { readyz: /"temporal":\{"state":"down"\}/, command: /Temporal/ },
  redis: { readyz: /"redis":\{"state":"down"\}/ },
  s3: {
    readyz: /"files":\{"state":"down"\}/,
    diagnosis: /"files_down"/,
    api: { path: '/jobs/report', says: /"files":\{"state":"down"\}/ },
  },
  receivers: { readyz: /"mail":\{"state":"down"\}/, api: { path: '/webhook_endpoints', says: /"failing_since":"/ } },
};

export interface Holed {
  readonly stage: Stage;
  readonly network: HoledNetwork;
  readonly what: Swallowed;
  readonly jobs: JobsUnderWay;
}

/** Waits until a hole is named at each place. @returns one line about the times, and sentences about what is wrong */
export async function untilNamed(holed: Holed): Promise<{ readonly said: string[]; readonly wrong: string[] }> {
  const naming = NAMINGS[holed.what];
  const { api, command, diagnosis, readyz } = naming;
  const places: (readonly [name: string, look: () => Promise<boolean>])[] = [];
  if (readyz !== undefined) places.push(['/readyz', async () => readyz.test(await readReadyz(holed.stage))]);
  if (api !== undefined) {
    const look = async () => api.says.test(JSON.stringify(await holed.stage.api.call('GET', api.path)));
    places.push([api.path, look]);
  }
  if (command !== undefined) places.push(['npx sluice job', async () => command.test(await readByCommand(holed))]);
  if (diagnosis !== undefined) places.push(['GET /jobs/:kind/:id', async () => diagnosis.test(await readByApi(holed))]);
  const began = performance.now();
  const outcomes = await Promise.all(
    places.map(async ([name, look]) => {
      const named = async () => (await look()) || null;
      const isNamed = await until(`${name} names ${holed.what}`, named, {
        limitMs: NAMED_WITHIN_MS,
        everyMs: 500,
      }).catch(() => false);
      return { name, isNamed, ms: performance.now() - began };
    }),
  );
  return {
    said: outcomes.map(
      ({ name, isNamed, ms }) => `${name} ${isNamed ? 'named it' : 'did NOT name it'} after ${seconds(ms)}`,
    ),
    wrong: outcomes.flatMap(({ name, isNamed }) =>
      isNamed ? [] : [`${name} did not name ${holed.what} within ${seconds(NAMED_WITHIN_MS)}`],
    ),
  };
}

async function readReadyz({ config }: Stage): Promise<string> {
  return (await fetch(`http://127.0.0.1:${config.port}/readyz`, { signal: AbortSignal.timeout(15_000) })).text();
}

/** Runs the command about an import that merges, for an operator in the same network. */
async function readByCommand({ stage, network, jobs }: Holed): Promise<string> {
  const { importId } = jobs.imports.find(({ place }) => place === 'merging') ?? jobs.imports[0]!;
  const { stdout, stderr } = await runSluice(
    ['job', String(importId)],
    configEnvironment({ ...stage.config, ...network.changes }),
  );
  return `${stdout}\n${stderr}`;
}

async function readByApi({ stage, jobs }: Holed): Promise<string> {
  const paths = [
    ...jobs.importIds.map((importId) => `/jobs/subscriber_import/${importId}`),
    `/jobs/subscriber_export/${jobs.exportId}`,
  ];
  return JSON.stringify(await Promise.all(paths.map((path) => stage.api.call('GET', path))));
}
