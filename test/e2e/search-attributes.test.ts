import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { readJobFromTemporal } from '../../engine/jobs/jobs-in-temporal.ts';
import { readRegisteredAttributes } from '../../engine/jobs/registered-attributes.ts';
import { ensureSearchAttributes } from '../../engine/jobs/search-attributes.ts';
import { SEARCH_ATTRIBUTES, WATCH } from '../../workflows/names.ts';
import { currentDetailsOf } from '../support/current-details.ts';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList, untilEnded } from '../support/imports.ts';
import { maintain } from '../support/maintenance.ts';
import { ATTRIBUTE_TYPES, createNamespace } from '../support/namespaces.ts';
import type { TestNamespace } from '../support/namespaces.ts';
import { runSluice } from '../support/sluice.ts';
import { heldActivity, holdImport, MANY_PIECES, MERGING } from './support/staged-import.ts';
import type { HeldImport } from './support/staged-import.ts';

const { KEYWORD, INT } = ATTRIBUTE_TYPES;
const NAMES = Object.values(SEARCH_ATTRIBUTES).map(({ name }) => name);
const IDS = { OrganizationId: INT, MailingListId: INT, ImportId: INT };

/** A service on a namespace that has these search attributes before the first worker starts. */
function serviceOn(name: string, searchAttributes: Readonly<Record<string, number>>) {
  const service = {} as { engine: TestEngine; namespace: TestNamespace };
  beforeAll(async () => {
    const { address } = inject('temporal');
    service.namespace = await createNamespace(address, name, searchAttributes);
    service.engine = await startTestEngine({ ...MANY_PIECES, TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: name });
  });
  afterAll(async () => {
    await service.engine?.stop();
    await service.namespace?.client.connection.close();
  });
  return service;
}

async function finishedImport({ engine }: { engine: TestEngine }): Promise<{ id: number; workflowId: string }> {
  const id = await createImport(engine, await createList(engine, `List ${Date.now()}`), 'email\nann@example.com\n');
  expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
  return { id, workflowId: `subscriber-import/${id}` };
}

async function untilFound({ engine }: { engine: TestEngine }, query: string, workflowId: string): Promise<void> {
  await vi.waitFor(async () => {
    const found: string[] = [];
    for await (const each of engine.temporal.workflow.list({ query })) found.push(each.workflowId);
    expect(found, query).toEqual([workflowId]);
  }, PATIENCE);
}

const PATIENCE = { timeout: 60_000, interval: 200 };

describe('a namespace with a search attribute of type Int of another application', () => {
  const service = serviceOn('foreign-attribute', { ForeignNumber: INT });

  it('gets the search attributes of jobs as keywords, of which it has enough', async () => {
    expect(await service.namespace.attributes()).toEqual({
      ForeignNumber: INT,
      ...Object.fromEntries(NAMES.map((name) => [name, KEYWORD])),
    });
  });

  it('lists a job by its ids, which are texts', async () => {
    const { id, workflowId } = await finishedImport(service);
    await untilFound(service, `ImportId = '${id}' and OrganizationId = '1' and JobState = 'finished'`, workflowId);
    expect(await readJobFromTemporal(service.engine.temporal, workflowId)).toMatchObject({
      state: 'finished',
      organizationId: 1,
    });
  });
});

describe('a namespace whose ids an older version registered as Int', () => {
  const service = serviceOn('older-attributes', IDS);

  it('keeps their type', async () => {
    expect(await service.namespace.attributes()).toMatchObject({ ...IDS, JobState: KEYWORD, StuckCause: KEYWORD });
  });

  it('lists a job by its ids, which are numbers', async () => {
    const { id, workflowId } = await finishedImport(service);
    await untilFound(service, `ImportId = ${id} and OrganizationId = 1 and JobState = 'finished'`, workflowId);
    expect(await readJobFromTemporal(service.engine.temporal, workflowId)).toMatchObject({
      state: 'finished',
      organizationId: 1,
    });
  });
});

describe('a namespace without room for search attributes', () => {
  const foreign = Object.fromEntries(Array.from({ length: 10 }, (_, number) => [`Foreign${number}`, KEYWORD]));
  const service = serviceOn('full-namespace', foreign);

  it('gets a warning for each of them, with the command that registers it', async () => {
    const warn = vi.fn();
    await ensureSearchAttributes(service.engine.temporal, { warn });

    expect(warn.mock.calls.map(([{ attribute }]) => attribute)).toEqual(NAMES);
    expect(warn.mock.calls.map(([{ refusal }]) => refusal)).toContainEqual(expect.stringContaining('cannot have more'));
    expect(warn.mock.calls.at(-1)?.[1]).toContain(
      'temporal operator search-attribute create --namespace full-namespace --name ImportId --type Keyword',
    );
    expect(warn.mock.calls.at(-1)?.[1]).toContain('--sa "ImportId=Keyword"');
    expect(await service.namespace.attributes()).toEqual(foreign);
  });

  it('runs jobs, which show no search attributes', async () => {
    const { workflowId } = await finishedImport(service);
    const { searchAttributes } = await service.engine.temporal.workflow.getHandle(workflowId).describe();
    expect(NAMES.filter((name) => name in searchAttributes)).toEqual([]);
  });

  it('has its stuck jobs diagnosed, and each sent its cause once', async () => {
    const held = await holdImport(service.engine, MERGING);
    await pauseActivity(held);
    const diagnose = () => maintain(service.engine.temporal, 'diagnose');
    await vi.waitFor(async () => expect(await diagnose()).toMatchObject({ result: { stuck: 1 } }), PATIENCE);
    await diagnose();

    expect(await job(held)).toContain('activity_paused: ');
    expect(await currentDetailsOf(service.engine.temporal, WATCH)).toContain(
      `\`${held.workflowId}\`, **activity_paused`,
    );
    expect(await currentDetailsOf(service.engine.temporal, held.workflowId)).toContain('**Stuck (activity_paused):**');

    expect((await sluice('job', String(held.id), 'unpause')).code).toBe(0);
    await diagnose();
    await held.release();
    expect(await untilEnded(service.engine, held.id)).toMatchObject({ state: 'finished' });
    expect(await diagnosesOf(held)).toBe(2);
  });

  it('has its jobs listed without their health, and says so', async () => {
    const held = await holdImport(service.engine, MERGING);
    const list = await sluice('jobs', '--state', 'importing');
    expect(list).toMatchObject({ code: 0, stderr: expect.stringContaining('lacks the search attributes JobState,') });
    expect(list.stdout).toMatch(new RegExp(`^${held.id} .* importing `));

    const filtered = await sluice('jobs', '--health', 'stuck');
    expect(filtered).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^--health cannot filter\./) });
    await held.release();
    await untilEnded(service.engine, held.id);
  });

  it('is read again after half a minute while attributes are missing', async () => {
    const { client } = service.namespace;
    expect((await readRegisteredAttributes(client)).get('JobState')).toBeUndefined();
    await client.connection.operatorService.removeSearchAttributes({
      namespace: 'full-namespace',
      searchAttributes: Object.keys(foreign),
    });
    await vi.waitFor(async () => expect(await service.namespace.attributes()).toEqual({}), PATIENCE);
    await ensureSearchAttributes(service.engine.temporal, { warn: () => undefined });

    expect((await readRegisteredAttributes(client)).get('JobState')).toBeUndefined();
    expect((await readRegisteredAttributes(client, Date.now() + 31_000)).get('JobState')).toBe('KEYWORD');
  });

  async function pauseActivity(held: HeldImport): Promise<void> {
    const { temporal } = service.engine;
    await temporal.workflowService.pauseActivity({
      namespace: temporal.options.namespace,
      execution: { workflowId: held.workflowId },
      id: await heldActivity(service.engine, held),
    });
  }

  async function diagnosesOf({ workflowId }: HeldImport): Promise<number | undefined> {
    const { events } = await service.engine.temporal.workflow.getHandle(workflowId).fetchHistory();
    return events?.filter((event) => event.workflowExecutionSignaledEventAttributes?.signalName === 'diagnosed').length;
  }

  const job = async ({ id }: HeldImport) => (await sluice('job', String(id))).stdout;

  const sluice = (...args: string[]) =>
    runSluice(args, {
      DATABASE_URL: service.engine.config.databaseUrl ?? '',
      TEMPORAL_ADDRESS: service.engine.config.temporalAddress ?? '',
      TEMPORAL_NAMESPACE: 'full-namespace',
      DATA_DIR: service.engine.config.dataDir,
    });
});
