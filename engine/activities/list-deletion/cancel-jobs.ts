import type { Client } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { Pool } from 'pg';
import type { CommandActor } from '../../../workflows/messages.ts';
import { cancelExportsAndCampaigns } from '../../db/list-deletion-jobs.ts';
import { subscriberImportWorkflowId } from '../../jobs/subscriber-import.ts';
import type { ClientDeps, ListReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { recordImportState } from '../subscriber-import/record-import-state.ts';
import { unfinished } from '../../db/unfinished.ts';

/**
 * Tells every unfinished job of a list to cancel, apart from the imports `asked` before.
 * @returns the imports that have not ended yet
 */
export function cancelJobs(deps: ClientDeps) {
  const { pool, client } = deps;
  const record = recordImportState(deps);
  return ({ mailingListId, asked }: ListReference & { readonly asked: readonly number[] }) =>
    whileHeartbeating(async (signal) => {
      await cancelExportsAndCampaigns(pool, mailingListId);
      for (const importId of await unfinishedImports(pool, mailingListId)) {
        signal.throwIfAborted();
        if (asked.includes(importId) || (await sendCancel(client, importId, mailingListId))) continue;
        // It was never started, or somebody ended its workflow; a start that comes yet finds that it has ended.
        await record({ importId, state: 'cancelled', errorMessage: null });
      }
      return { imports: await unfinishedImports(pool, mailingListId) };
    });
}

async function unfinishedImports(pool: Pool, mailingListId: number): Promise<readonly number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from subscriber_imports
      where mailing_list_id = $1 and ${unfinished.sql}
      order by id`,
    [mailingListId],
  );
  return rows.map(({ id }) => id);
}

/** Answers false when there is no workflow that could hear it. */
async function sendCancel(client: Client, importId: number, mailingListId: number): Promise<boolean> {
  try {
    const by: CommandActor = { type: 'list_deletion', id: mailingListId };
    await client.workflow.getHandle(subscriberImportWorkflowId(importId)).signal('cancel', null, by);
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
