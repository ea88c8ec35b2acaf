import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCommandLine } from './support.ts';
import type { CommandLine } from './support.ts';

describe('npx sluice partition', () => {
  let line: CommandLine;
  beforeAll(async () => {
    line = await createCommandLine();
    await line.query(
      `insert into subscribers (mailing_list_id, key, email) select n % 5, n || '@x.io', '' from generate_series(1, 100) n`,
    );
  });
  afterAll(() => line.close());

  it.each([
    [['partition']],
    [['partition', '--undo', '--drop-old']],
    [['partition', '--parts', '1']],
    [['partition', '--parts', '257']],
    [['partition', '--parts', 'four']],
  ])('ends with 2 after %j', async (args) => {
    expect(await line.run(args)).toMatchObject({ code: 2, stdout: '' });
  });

  it('partitions the table, and then drops the former one', async () => {
    expect(await line.run(['partition', '--undo'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/no unfinished copy/),
    });
    expect(await line.run(['partition', '--parts', '3'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^The table of subscribers has 3 partitions\. .+ npx sluice partition --drop-old\n$/,
      ),
      stderr: expect.stringMatching(/^Copied 100 of about 100 rows\.\nCompared 100 rows\.\n$/),
    });
    expect(await line.run(['partition', '--parts', '3'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/3 partitions already/),
    });
    expect(await line.run(['partition', '--drop-old'])).toMatchObject({ code: 0 });
    expect(await line.run(['partition', '--drop-old'])).toMatchObject({ code: 1 });
  });
});
