import { expect, it } from 'vitest';
import { createLogger } from '../../../engine/platform/logger.ts';
import { withLogContext } from '../../../engine/platform/log-context.ts';
import { createSdkLogger } from '../../../engine/roles/sdk-logger.ts';

const lines: string[] = [];
const log = createLogger({ logLevel: 'debug' }, 'worker', { destination: { write: (line) => void lines.push(line) } });

it.each([
  ['subscriber-export/9', undefined],
  ['subscriber-import/7', 7],
  [undefined, undefined],
])(
  'a line of the SDK about %s has the ids of that job, also during an activity of another one',
  (workflowId, importId) => {
    const meta = {
      sdkComponent: 'worker',
      ...(workflowId !== undefined && { workflowId }),
      error: new Error('ann@x.example'),
    };
    withLogContext({ workflowId: 'subscriber-import/4', importId: 4, activity: 'mergeChunks', attempt: 1 }, () =>
      createSdkLogger(log).log('WARN', 'Activity failed', meta),
    );
    const line = JSON.parse(lines.pop() ?? '') as Record<string, unknown>;
    expect(line).toMatchObject({ msg: 'Activity failed', level: 40, sdkComponent: 'worker', fault: { name: 'Error' } });
    expect([line['workflowId'], line['importId'], line['activity']]).toEqual([workflowId, importId, undefined]);
  },
);
