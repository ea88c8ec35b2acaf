import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTokenSecret } from '../../../engine/secrets/token-secret.ts';
import { readUnsubscribeToken } from '../../../engine/secrets/unsubscribe-token.ts';
import { createCommandLine } from './support.ts';
import type { CommandLine } from './support.ts';

describe('npx sluice', () => {
  let line: CommandLine;
  let dataDir: string;
  beforeAll(async () => {
    line = await createCommandLine();
    ({ dataDir } = line);
  });
  afterAll(() => line.close());

  const run: CommandLine['run'] = (...values) => line.run(...values);
  const query: CommandLine['query'] = (...values) => line.query(...values);
  const failing = (stderr: string | RegExp) => ({ code: 1, stdout: '', stderr: expect.stringMatching(stderr) });

  describe('token:mint', () => {
    let list: number;
    let subscriber: number;
    let campaign: number;
    const idOf = async (text: string, values: unknown[]) => Number((await query<{ id: number }>(text, values))[0]?.id);
    beforeAll(async () => {
      list = await idOf(`insert into mailing_lists (organization_id, name) values (1, 'News') returning id`, []);
      subscriber = await idOf(
        `insert into subscribers (mailing_list_id, key, email) values ($1, 'ann@example.com', 'Ann@example.com') returning id`,
        [list],
      );
      campaign = await idOf(
        `insert into campaigns (organization_id, mailing_list_id, name) values (1, $1, 'May') returning id`,
        [list],
      );
    });

    it('refuses to mint without the secret of the API', async () => {
      expect(await run(['token:mint', String(subscriber), '--mailing-list', String(list)])).toEqual(
        failing(/holds no token-secret: set TOKEN_SECRET, or DATA_DIR/),
      );
    });

    it('prints a token of the subscriber, the campaign and the content', async () => {
      const secret = await readTokenSecret({ dataDir });
      const args = ['--mailing-list', String(list), '--campaign', String(campaign), '--content', '4'];
      const { code, stdout } = await run(['token:mint', 'ANN@example.com', ...args]);
      expect(code).toBe(0);
      expect(readUnsubscribeToken(secret, stdout.trimEnd())).toEqual({
        mailingListId: list,
        subscriberId: subscriber,
        campaignId: campaign,
        contentId: 4,
      });
    });

    it.each([
      ['a list', () => ['1', '--mailing-list', '99'], /^There is no mailing list 99\.\n$/],
      ['a subscriber', () => ['99', '--mailing-list', `${list}`], /has no such subscriber\.\n$/],
      [
        'a campaign',
        () => [`${subscriber}`, '--mailing-list', `${list}`, '--campaign', '99'],
        /has no campaign 99\.\n$/,
      ],
    ])('refuses %s that is not there', async (_what, args, stderr) => {
      expect(await run(['token:mint', ...args()])).toEqual(failing(stderr));
    });
  });
});
