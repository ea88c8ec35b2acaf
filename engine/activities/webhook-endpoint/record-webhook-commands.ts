import { recordCommands } from '../../db/jobs/job-activity.ts';
import type { TakenCommand } from '../../db/jobs/job-activity.ts';
import { WEBHOOK_ENDPOINT } from '../../jobs/webhook-endpoint.ts';
import type { ActivityDeps } from '../deps.ts';
import { logCommands } from '../log-commands.ts';

/** The commands that the delivery to an endpoint took. */
export interface WebhookCommands {
  readonly endpointId: number;
  readonly commands: readonly TakenCommand[];
}

/** Records and logs commands. */
export function recordWebhookCommands({ pool, log, nameSenders }: ActivityDeps) {
  return async ({ endpointId, commands: taken }: WebhookCommands): Promise<void> => {
    const commands = await nameSenders(taken);
    await recordCommands(pool, { kind: WEBHOOK_ENDPOINT.name, id: endpointId }, commands);
    logCommands(log, commands);
  };
}
