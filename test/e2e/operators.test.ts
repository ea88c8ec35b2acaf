import { defaultPayloadConverter } from '@temporalio/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentDetailsOf } from '../support/current-details.ts';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { refuse } from '../support/refuse.ts';
import { createImport, createList, emailsOf, untilEnded, untilImport } from '../support/imports.ts';
import { inAll, tasksNamedIn } from './support/tasks-named-in.ts';
import { holdImport, MANY_PIECES, MERGING, stagingTables } from './support/staged-import.ts';

const ROWS = 300;
const POISON = 'p7@example.com';

describe('what an operator sees of an import in Temporal', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine(MANY_PIECES);
  });
  afterAll(() => engine.stop());

  it('can be found by import, list, organization and state', async () => {
    const { id, listId, workflowId, release } = await holdImport(engine, MERGING);

    for (const query of [`ImportId = '${id}'`, `MailingListId = '${listId}'`]) {
      await untilFound(`${query} and OrganizationId = '1' and JobState = 'importing' and JobHealth = 'ok'`, [
        workflowId,
      ]);
    }

    await release();
    await untilFound(`ImportId = '${id}' and JobState = 'finished'`, [workflowId]);
    await untilFound(`ImportId = '${id}' and JobState = 'importing'`, []);
  });

  it('tells in words what it is and how far it is', async () => {
    const { id, listId, workflowId, release } = await holdImport(engine, MERGING);
    const description = await engine.temporal.workflow.getHandle(workflowId).describe();
    expect(await description.staticSummary()).toBe(`Subscriber import ${id} into mailing list ${listId}`);
    expect(await description.staticDetails()).toContain('pause, unpause, cancel, retry, skip_chunk, fail');

    expect(await currentDetailsOf(engine.temporal, workflowId)).toMatch(
      /^\*\*importing\*\*[^]+ of 400 rows[^]+Ranges staged: (\d+) of \1\./,
    );

    await release();
    await untilEnded(engine, id);
    expect(await currentDetailsOf(engine.temporal, workflowId)).toMatch(
      /^\*\*finished\*\*[^]+400 of 400 rows[^]+\| added \| 339 \|/,
    );
  });

  it('names each range and chunk in the timeline', async () => {
    const { id, workflowId, release } = await holdImport(engine, MERGING);
    await release();
    await untilEnded(engine, id);

    const { events } = await engine.temporal.workflow.getHandle(workflowId).fetchHistory();
    const summaries = (events ?? []).flatMap(({ userMetadata }) =>
      userMetadata?.summary ? [defaultPayloadConverter.fromPayload<string>(userMetadata.summary)] : [],
    );
    for (const tasks of ['range', 'chunk'].map((task) => tasksNamedIn(summaries, task)))
      expect(tasks).toEqual(inAll(tasks.length));
  });

  describe('of a row that Postgres refuses', () => {
    let id: number;
    let listId: number;
    let workflowId: string;
    let heal: () => Promise<void>;
    beforeEach(async () => {
      listId = await createList(engine, `Poisoned ${crypto.randomUUID()}`);
      heal = await poison(listId);
      id = await createImport(engine, listId, csv(), { column_mapping: ['email', ''] });
      workflowId = `subscriber-import/${id}`;
      await untilFound(`ImportId = '${id}' and JobHealth = 'stalled' and JobState = 'importing'`, [workflowId]);
    });

    it('is one parked chunk, while all other chunks are merged', async () => {
      const view = await engine.temporal.workflow.getHandle(workflowId).query<any>('jobView');
      const [merged, total] = view.progress.chunks;

      expect(view).toMatchObject({
        state: 'importing',
        health: 'stalled',
        parked: [{ work: 'chunk', reason: 'Postgres refused the work with SQLSTATE 22000.' }],
      });
      expect(merged).toBe(total - 1);
      expect(await emailsOf(engine, listId)).toHaveLength(view.records_imported);
      const { data } = await engine.call('GET', `/subscriber_imports/${id}`);
      expect(data).toMatchObject({ state: 'importing', error_message: null });
    });

    it('is said with the remedy, and without the row', async () => {
      const details = await currentDetailsOf(engine.temporal, workflowId);

      expect(details).toContain('stalled: needs an operator');
      expect(details).toMatch(/chunk \d+ is parked: Postgres refused the work with SQLSTATE 22000\./);
      expect(details).toContain('`retry`');
      const history = textOf(await engine.temporal.workflow.getHandle(workflowId).fetchHistory());
      expect(history).toContain('"importId"');
      expect(history).not.toContain('example.com');
    });

    it('goes on with the signal retry once the reason is gone', async () => {
      await heal();

      await signal('retry');

      expect(await untilEnded(engine, id)).toMatchObject({
        state: 'finished',
        stats: { number_of_records: ROWS, records_imported: ROWS, subscribers: { added: ROWS, failed: 0 } },
      });
      expect(await emailsOf(engine, listId)).toHaveLength(ROWS);
      await untilFound(`ImportId = '${id}' and JobHealth = 'ok'`, [workflowId]);
    });

    it('stalls again with the signal retry while the reason is there', async () => {
      await signal('retry');

      const workflow = engine.temporal.workflow.getHandle(workflowId);
      await vi.waitFor(async () => {
        const { events } = await workflow.fetchHistory();
        expect(events?.filter((event) => event.activityTaskFailedEventAttributes)).toHaveLength(2);
        expect(await workflow.query('jobView')).toMatchObject({ health: 'stalled', parked: [{ work: 'chunk' }] });
      }, PATIENCE);
      await signal('cancel');
      expect(await untilEnded(engine, id)).toMatchObject({ state: 'cancelled' });
    });

    it('gives the chunk up with the signal skip_chunk: its rows are failed and in the log, with the reason', async () => {
      await signal('skip_chunk');

      const { state, stats } = await untilEnded(engine, id);
      const { added, failed } = stats.subscribers;
      expect(state).toBe('finished');
      expect(added + failed).toBe(ROWS);
      const present = await emailsOf(engine, listId);
      expect(present).toHaveLength(added);
      const [header, ...lines] = await linesOfLog(id, 'failed');
      expect(header).toBe('email,note,Error');
      expect(lines).toHaveLength(failed);
      expect(lines).toContain(`${POISON},note 7,"Postgres refused the work with SQLSTATE 22000."`);
      expect(lines.filter((line) => present.includes(line.split(',')[0] ?? ''))).toEqual([]);
    });

    it('counts each row once when the chunk is given up after a crash of Postgres has emptied staging', async () => {
      const tables = (await stagingTables(engine, id)).map((name) => `staging.${name}`);
      await engine.pool.query(`truncate ${tables.join()}`);

      // Staging comes first, after which the chunk is parked as before.
      await vi.waitFor(async () => {
        const { state } = (await engine.call('GET', `/subscriber_imports/${id}`)).data;
        // A workflow that has ended takes no signal.
        if (state !== 'finished') await signal('skip_chunk');
        expect(state).toBe('finished');
      }, PATIENCE);

      const { stats } = await untilEnded(engine, id);
      const { added, failed } = stats.subscribers;
      expect(stats).toMatchObject({ number_of_records: ROWS, records_imported: ROWS });
      expect(await emailsOf(engine, listId)).toHaveLength(added);
      expect(await linesOfLog(id, 'failed')).toHaveLength(1 + failed);
    });

    it('ends with the signal fail: the reason is the error, and what was merged stays', async () => {
      const merged = await emailsOf(engine, listId);

      await signal('fail', 'The list owner asked for it.');

      expect(await untilEnded(engine, id)).toMatchObject({
        state: 'failed',
        error_message: 'The list owner asked for it.',
        stats: { records_imported: merged.length, subscribers: { added: merged.length } },
      });
      expect(await emailsOf(engine, listId)).toEqual(merged);
      expect((await linesOfLog(id, 'added')).sort()).toEqual([...merged].sort());
    });

    it('can be paused and unpaused while it is stalled', async () => {
      expect((await engine.call('POST', `/subscriber_imports/${id}/pause`)).data.state).toBe('paused');
      await heal();
      expect((await engine.call('POST', `/subscriber_imports/${id}/unpause`)).data.state).toBe('importing');
      await untilImport(engine, id, ({ state }) => state === 'importing');

      await signal('retry');

      expect(await untilEnded(engine, id)).toMatchObject({ stats: { subscribers: { added: ROWS } } });
    });

    function signal(name: string, ...args: string[]): Promise<void> {
      return engine.temporal.workflow.getHandle(workflowId).signal(name, ...args);
    }
  });

  it('can skip a range that cannot be staged: its rows are failed, and the other ranges are imported', async () => {
    const listId = await createList(engine, 'Poisoned range');
    const accept = await refuse(engine.pool, {
      before: 'update',
      on: 'import_ranges',
      when: 'new.range_number = 2 and cardinality(new.chunk_rows) > 0',
    });
    const id = await createImport(engine, listId, csv(), { column_mapping: ['email', ''] });
    const workflowId = `subscriber-import/${id}`;
    await untilFound(`ImportId = '${id}' and JobHealth = 'stalled' and JobState = 'splitting'`, [workflowId]);
    await engine.temporal.workflow.getHandle(workflowId).signal('skip_chunk');

    const { state, stats } = await untilEnded(engine, id);
    await accept();
    const { rows } = await engine.pool.query(
      'select records from import_ranges where subscriber_import_id = $1 and range_number = 2',
      [id],
    );
    expect(state).toBe('finished');
    expect(stats.subscribers).toMatchObject({ failed: rows[0].records, added: ROWS - rows[0].records });
    expect(await emailsOf(engine, listId)).toHaveLength(ROWS - rows[0].records);
    expect(await linesOfLog(id, 'failed')).toHaveLength(1 + rows[0].records);
  });

  async function linesOfLog(id: number, kind: string): Promise<string[]> {
    return (await engine.text(`/subscriber_imports/${id}/logs/${kind}`)).trimEnd().split('\n');
  }

  /** Visibility follows a workflow with a little delay. */
  async function untilFound(query: string, workflowIds: readonly string[]): Promise<void> {
    await vi.waitFor(async () => {
      const found: string[] = [];
      for await (const { workflowId } of engine.temporal.workflow.list({ query })) found.push(workflowId);
      expect(found).toEqual(workflowIds);
    }, PATIENCE);
  }

  /** From now on Postgres refuses one address in a list. */
  function poison(list: number): Promise<() => Promise<void>> {
    const when = `new.mailing_list_id = ${list} and new.key = '${POISON}'`;
    return refuse(engine.pool, { before: 'insert', on: 'subscribers', when });
  }
});

/** All that is written in a history, payloads decoded. */
function textOf(part: unknown): string {
  if (part instanceof Uint8Array) return Buffer.from(part).toString();
  if (typeof part === 'object' && part !== null) return Object.values(part).map(textOf).join('\n');
  return String(part);
}

const PATIENCE = { timeout: 30_000, interval: 50 };

function csv(): string {
  return `email,note\n${Array.from({ length: ROWS }, (_, i) => `p${i}@example.com,note ${i}\n`).join('')}`;
}
