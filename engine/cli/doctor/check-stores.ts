import { createCache } from '../../cache/create-cache.ts';
import { openFiles } from '../../files/open-files.ts';
import { logInToMailServer } from '../../mail/greet-mail-server.ts';
import type { Config } from '../../platform/config.ts';
import { withTimeout } from '../../platform/timeouts.ts';
import { failureMessage } from '../failure-sentence.ts';
import { ok, warning, wrong } from './finding.ts';
import type { Finding } from './finding.ts';

const ANSWER_MS = 10_000;
/** No file of the service has that key. */
const NO_FILE = 'doctor';

/** Whether Redis answers; none where there is none. Without it the service works, more slowly. */
export async function checkRedis({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<Finding[]> {
  if (redisUrl === undefined) return [];
  const troubles: string[] = [];
  const cache = await createCache(redisUrl, { warn: (trouble) => void troubles.push(trouble), info: () => undefined });
  await cache.get(NO_FILE);
  await cache.close();
  if (troubles.length === 0) return [ok('redis', 'Redis answers.')];
  return [
    warning(
      'redis',
      'Redis does not answer: processes keep no values in common.',
      'Start Redis, or correct REDIS_URL.',
    ),
  ];
}

/** Whether the bucket of the files answers; none where files are in folders. */
export async function checkBucket(config: Config): Promise<Finding[]> {
  if (config.s3 === null) return [];
  const files = await openFiles(config);
  try {
    await withTimeout(ANSWER_MS, files.store.size(NO_FILE));
    return [ok('bucket', 'The bucket of the files answers.')];
  } catch (error) {
    const remedy = 'Start the server of the bucket, or correct S3_ENDPOINT, S3_BUCKET and the rights of its key.';
    return [wrong('bucket', 'The bucket of the files does not answer.', remedy, failureMessage(error))];
  } finally {
    files.close();
  }
}

/** Whether the mail server greets and takes the login; none where none is set. Calls that send no mail work without it. */
export async function checkMail({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<Finding[]> {
  if (smtpUrl === undefined) return [];
  try {
    await logInToMailServer(smtpUrl);
    return [ok('mail', 'The mail server greets and takes the login.')];
  } catch (error) {
    const text =
      (error as NodeJS.ErrnoException).code === 'EAUTH'
        ? 'The mail server refuses the login: no mail of web forms and for new passwords is sent.'
        : 'The mail server does not greet: no mail of web forms and for new passwords is sent.';
    const remedy = 'Start the mail server, or correct SMTP_URL.';
    return [wrong('mail', text, remedy, failureMessage(error))];
  }
}
