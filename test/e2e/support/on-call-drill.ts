import { expect, vi } from 'vitest';
import { SEARCH_ATTRIBUTES } from '../../../workflows/names.ts';
import { WATCH } from '../../../workflows/names.ts';
import { currentDetailsOf } from '../../support/current-details.ts';
import type { TestEngine } from '../../support/engine.ts';
import { maintain, pauseMaintenance } from '../../support/maintenance.ts';
import { refuse } from '../../support/refuse.ts';
import { createImport, createList, csvOfAddresses, emailsOf, untilEnded } from '../../support/imports.ts';
import { openOnCallDocument } from './on-call-page.ts';
import type { OnCallDocument } from './on-call-page.ts';
import { EXPECTED_STATS } from './staged-import.ts';
import type { HeldImport } from './staged-import.ts';

export const PATIENCE = { timeout: 60_000, interval: 250 };

/** The pages of docs/on-call.md, and what their drills look at. */
export interface Drill {
  readonly page: OnCallDocument;
  /** The workflow of an import. */
  workflow(importId: number): ReturnType<TestEngine['temporal']['workflow']['getHandle']>;
  /** Waits until the job, its current details, its search attributes, `npx sluice job` and the watch name a cause. */
  untilStuck(held: { readonly id: number }, cause: string): Promise<void>;
  /** Waits until `npx sluice job` says something. */
  untilSaid(importId: number, pattern: RegExp): Promise<void>;
  /** Waits until the current details of the watch name what holds an import up. */
  untilWatched(importId: number, cause: string): Promise<void>;
  /** Waits until nothing in Temporal's lists tells that the import was stuck. */
  untilWell(importId: number): Promise<void>;
  /** Waits until a held import has ended as if nothing had been. */
  expectUndisturbed(held: HeldImport): Promise<void>;
}

/** Opens the document for a service, whose maintenance runs when a drill asks for it from now on. */
export async function openDrill(engine: TestEngine): Promise<Drill> {
  await pauseMaintenance(engine.temporal, 'reconcile', 'purge');
  const page = openOnCallDocument(engine);
  const workflow: Drill['workflow'] = (id) => engine.temporal.workflow.getHandle(`subscriber-import/${id}`);

  const untilSaid: Drill['untilSaid'] = async (importId, pattern) => {
    await vi.waitFor(async () => expect(await page.run('Begin here', 1, { importId })).toMatch(pattern), PATIENCE);
  };

  const untilWatched: Drill['untilWatched'] = async (id, cause) => {
    await vi.waitFor(async () => {
      const details = await currentDetailsOf(engine.temporal, WATCH);
      expect(details).toContain(`- \`${workflow(id).workflowId}\`, **${cause}:**`);
    }, PATIENCE);
  };

  const untilWell: Drill['untilWell'] = async (id) => {
    await vi.waitFor(async () => {
      const { typedSearchAttributes: attributes } = await workflow(id).describe();
      expect(attributes.get(SEARCH_ATTRIBUTES.jobHealth)).toBe('ok');
      expect(attributes.get(SEARCH_ATTRIBUTES.stuckCause) ?? null).toBeNull();
    }, PATIENCE);
  };

  return {
    page,
    workflow,
    untilSaid,
    untilWatched,
    untilWell,
    untilStuck: async ({ id }, cause) => {
      await vi.waitFor(async () => {
        await maintain(engine.temporal, 'diagnose');
        expect(await workflow(id).query('jobView')).toMatchObject({ stuck: { cause } });
      }, PATIENCE);
      expect(await currentDetailsOf(engine.temporal, workflow(id).workflowId)).toContain(`**Stuck (${cause}):**`);
      const { searchAttributes } = await workflow(id).describe();
      expect(searchAttributes).toMatchObject({ JobHealth: ['stuck'], StuckCause: [cause] });
      await untilSaid(id, new RegExp(`${cause}: `));
      await untilWatched(id, cause);
    },
    expectUndisturbed: async ({ id, listId }) => {
      expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
      expect(await emailsOf(engine, listId)).toHaveLength(341);
      await untilWell(id);
    },
  };
}

/** An import that waits for somebody. */
export interface StalledImport {
  readonly id: number;
  readonly listId: number;
  /** Has Postgres refuse nothing any more. */
  heal(): Promise<unknown>;
}

/** Starts an import of 300 rows of which Postgres refuses one, and waits until it is stalled. */
export async function stallImport(engine: TestEngine): Promise<StalledImport> {
  const listId = await createList(engine, `Poisoned ${crypto.randomUUID()}`);
  const when = `new.mailing_list_id = ${listId} and new.key = 'reader7@example.com'`;
  const heal = await refuse(engine.pool, { before: 'insert', on: 'subscribers', when });
  const id = await createImport(engine, listId, csvOfAddresses(300));
  const handle = engine.temporal.workflow.getHandle(`subscriber-import/${id}`);
  await vi.waitFor(async () => expect(await handle.query('jobView')).toMatchObject({ health: 'stalled' }), PATIENCE);
  return { id, listId, heal };
}
