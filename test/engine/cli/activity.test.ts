import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordCommands } from '../../../engine/db/jobs/job-activity.ts';
import { createCommandLine } from './support.ts';
import type { CommandLine } from './support.ts';

describe('npx sluice activity', () => {
  let line: CommandLine;
  beforeAll(async () => {
    line = await createCommandLine();
    await line.query(`insert into mailing_lists (id, organization_id, name) values (12, 1, 'Old')`);
    await line.query(
      `insert into list_deletions (mailing_list_id, organization_id, state) values (12, 1, 'deleting_subscribers')`,
    );
  });
  afterAll(() => line.close());

  it('lists the commands of a job with their senders, without characters that a terminal reads', async () => {
    const at = (second: number) => `2026-03-02T09:30:0${second}.000Z`;
    await recordCommands(line.database.pool, { kind: 'list_deletion', id: 12 }, [
      { command: 'pause', at: at(1), by: { type: 'api_key', id: 7, name: 'CRM\u001b[2J' } },
      { command: 'unpause', at: at(2), by: { type: 'operator', name: 'ann@host' } },
      { command: 'pause', at: at(3), by: null },
      { command: 'retry', at: at(4), by: { type: 'maintenance' } },
    ]);
    await line.query(
      `insert into job_activity values ('list_deletion', 12, $1, 'pause', 'guard', null, null, '2 of 3')`,
      [at(5)],
    );
    const { code, stdout } = await line.run(['activity', 'list-deletion/12']);
    expect({ code, lines: stdout.trimEnd().split('\n') }).toEqual({
      code: 0,
      lines: [
        '2026-03-02 09:30:01 UTC  pause      API key "CRM?[2J"',
        '2026-03-02 09:30:02 UTC  unpause    operator ann@host',
        '2026-03-02 09:30:03 UTC  pause      a client of Temporal',
        '2026-03-02 09:30:04 UTC  retry      automatic diagnosis',
        '2026-03-02 09:30:05 UTC  pause      a limit: 2 of 3',
      ],
    });
    const json = await line.run(['activity', 'list-deletion/12', '--json']);
    expect((JSON.parse(json.stdout) as unknown[])[4]).toMatchObject({ command: 'pause', reason: '2 of 3' });
  });

  it('ends with 1 and a sentence for a job that is not there', async () => {
    const stderr = 'There is no job subscriber-import/99; "npx sluice jobs" lists them.\n';
    expect(await line.run(['activity', '99'])).toEqual({ code: 1, stdout: '', stderr });
  });
});
