import { describe, expect, it } from 'vitest';
import { JOB_KINDS } from '../../../engine/job-kinds/index.ts';
import { JOB_ACTIONS, takesAction } from '../../../engine/jobs/job-actions.ts';
import { COMMANDS } from '../../../workflows/messages.ts';
import { machineOf } from '../../support/charts.ts';

describe.each(JOB_KINDS.map((kind) => [kind.name, kind] as const))('the commands of %s', (_name, kind) => {
  it('are those that its machine has an event of', async () => {
    const { events } = await machineOf(kind);
    const taken = COMMANDS.filter((command) => events.includes(command.toUpperCase()));

    expect([...kind.commands].sort()).toEqual([...taken].sort());
  });

  it('are the actions that operators see, with those of the service', () => {
    const actions = JOB_ACTIONS.filter((action) => takesAction(kind, action));

    expect(actions).toContain('unblock');
    expect(actions.includes('restart')).toBe(kind.restart !== undefined);
    expect(actions.includes('skip-chunk')).toBe(kind.commands.includes('skip_chunk'));
  });
});
