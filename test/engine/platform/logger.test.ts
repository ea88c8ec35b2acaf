import { describe, expect, it } from 'vitest';
import { createLogger } from '../../../engine/platform/logger.ts';
import { withLogContext } from '../../../engine/platform/log-context.ts';

const IMPORT = { workflowId: 'subscriber-import/4', importId: 4, activity: 'mergeChunks', attempt: 2 };

describe('a line of the log', () => {
  const lines: string[] = [];
  const log = createLogger({ logLevel: 'info' }, 'worker', { destination: { write: (line) => void lines.push(line) } });
  const written = (work: () => void): Record<string, unknown> => {
    lines.length = 0;
    withLogContext(IMPORT, work);
    return JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  };

  it('has the ids of the activity during which it is written', () => {
    expect(written(() => log.warn('slow'))).toMatchObject(IMPORT);
  });

  it('about the same job has them, too', () => {
    expect(written(() => log.warn({ workflowId: IMPORT.workflowId }, 'slow'))).toMatchObject(IMPORT);
  });

  it('about another job has nothing of that activity', () => {
    const line = written(() => log.warn({ workflowId: 'subscriber-export/9' }, 'slow'));
    expect(line).toMatchObject({ role: 'worker', workflowId: 'subscriber-export/9', msg: 'slow' });
    for (const name of ['importId', 'activity', 'attempt']) expect(line).not.toHaveProperty(name);
  });
});
