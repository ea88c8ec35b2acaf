import { Command } from 'commander';
import { isCampaignOf } from '../../db/campaigns/campaigns.ts';
import { findListHead } from '../../db/lists/mailing-lists.ts';
import { findSubscribers } from '../../db/subscribers/subscribers.ts';
import { emailKey } from '../../values/subscriber-key.ts';
import type { Database } from '../../db/core/slonik.ts';
import { ConfigurationError, SluiceError } from '../../platform/errors.ts';
import { findTokenSecret } from '../../secrets/token-secret.ts';
import { mintUnsubscribeToken } from '../../secrets/unsubscribe-token.ts';
import { referenceArgument, WrongUsage, wholeNumberArgument } from '../arguments.ts';
import { withVerbContext } from '../verb-context.ts';

interface Options {
  readonly mailingList: number;
  readonly campaign?: number;
  readonly content?: number;
  readonly json?: true;
}

/** `sluice token:mint <subscriber>`: mints the token that %%unsubscribe_token%% stands for in a mail. */
export function tokenMint(): Command {
  return new Command('token:mint')
    .description('mint an unsubscribe token for a subscriber and print it')
    .argument('<subscriber>', 'id or address of the subscriber', referenceArgument)
    .requiredOption('--mailing-list <id>', 'the list to unsubscribe from', id)
    .option('--campaign <id>', 'the campaign that the mail with the token belongs to', id)
    .option('--content <id>', 'the content of that campaign', id)
    .option('--json', 'print JSON')
    .action(mint);
}

const id = wholeNumberArgument(1);

function mint(subscriber: number | string, { mailingList, campaign, content, json }: Options): Promise<void> {
  return withVerbContext(async ({ config, database, print }) => {
    if (content !== undefined && campaign === undefined) {
      throw new WrongUsage('A content belongs to a campaign: give --campaign too.');
    }
    const db = await database();
    const subscriberId = await findSubscriberId(db, mailingList, subscriber);
    if (campaign !== undefined && !(await isCampaignOf(db, mailingList, campaign))) {
      throw new SluiceError('not_found', `Mailing list ${mailingList} has no campaign ${campaign}.`);
    }
    const secret = await findTokenSecret(config);
    if (secret === null) {
      throw new ConfigurationError([
        `${config.dataDir} holds no token-secret: set TOKEN_SECRET, or DATA_DIR to the folder of the service, as it is ` +
          'set where the API runs.',
      ]);
    }
    const token = mintUnsubscribeToken(secret, {
      mailingListId: mailingList,
      subscriberId,
      campaignId: campaign ?? null,
      contentId: content ?? null,
    });
    print(json === true ? JSON.stringify({ token, subscriber_id: subscriberId }) : token);
  });
}

async function findSubscriberId(db: Database, listId: number, subscriber: number | string): Promise<number> {
  const list = await findListHead(db, listId, null);
  if (list === null) throw new SluiceError('not_found', `There is no mailing list ${listId}.`);
  const names = {
    ids: typeof subscriber === 'number' ? [subscriber] : [],
    emails: typeof subscriber === 'number' ? [] : [emailKey(subscriber)],
  };
  const hasAlternateKey = list.primaryKeyCustomFieldId !== null;
  const { rows } = await findSubscribers(db, { id: listId, hasAlternateKey }, names, 2);
  const [found, another] = rows;
  if (found === undefined) throw new SluiceError('not_found', `Mailing list ${listId} has no such subscriber.`);
  if (another === undefined) return found.id;
  throw new SluiceError(
    'multiple_records_found',
    `Several subscribers of mailing list ${listId} have that address: give an id.`,
  );
}
