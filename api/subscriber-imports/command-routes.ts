import { hasEnded } from '../../engine/domain/job-states.ts';
import { subscriberImportKind } from '../../engine/job-kinds/subscriber-import.ts';
import { commandRoutes } from '../jobs/command-routes.ts';
import type { JobRequest } from '../jobs/command-routes.ts';
import { CLIENT_COMMANDS } from '../jobs/jobs.ts';
import { requireSubscriberImport } from '../mailing-lists/lookups.ts';
import { readLiveImport } from './live-import.ts';
import { renderImport } from './render-import.ts';
import { subscriberImportRecord } from './record.ts';
import { startOfImport } from './start.ts';

/** Pause, unpause and cancel. */
export const importCommandRoutes = commandRoutes({
  kind: subscriberImportKind,
  commands: CLIENT_COMMANDS,
  path: '/subscriber_imports/:id',
  resource: 'SubscriberImport',
  permission: 'subscriber.import',
  tag: 'Subscriber imports',
  noun: 'import',
  job: 'an import',
  answer: subscriberImportRecord,
  find: (request: JobRequest) => requireSubscriberImport(request, request.params.id),
  startOf: (row, workflowIdPrefix) => startOfImport(row, { isSmall: false }, workflowIdPrefix),
  render: async (request, row, answer) => {
    const { timeZone } = request.caller;
    if (answer.outcome === 'done' && answer.view !== null && !hasEnded(row.state)) {
      return renderImport(row, timeZone, answer.view);
    }
    const live = await readLiveImport(request.server, request, row);
    return renderImport(live.row, timeZone, live.view);
  },
});
