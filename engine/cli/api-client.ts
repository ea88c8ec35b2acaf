import { setTimeout as delay } from 'node:timers/promises';
import { apiUrl } from '../../client/create-client.ts';
import { createSluiceClient, SluiceApiError } from '../../client/index.ts';
import type { SluiceClient, SluiceErrorCode } from '../../client/index.ts';
import { loadConfig } from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import { ConfigurationError, SluiceError } from '../platform/errors.ts';
import { failureMessage } from './failure-sentence.ts';
import type { UploadTarget } from './upload-file.ts';

/** Settings and API client of a verb that calls the service over HTTP. */
export interface ApiContext {
  readonly config: Config;
  readonly client: SluiceClient;
  readonly uploads: UploadTarget;
}

/**
 * Runs a verb with a client of the service at SLUICE_URL.
 * @throws SluiceError with one sentence when a call fails; ConfigurationError when there is no key
 */
export async function withApiClient(work: (context: ApiContext) => Promise<void>): Promise<void> {
  const config = loadConfig();
  const { sluiceUrl: baseUrl = `http://127.0.0.1:${config.port}`, sluiceApiKey: apiKey } = config;
  if (apiKey === undefined) {
    throw new ConfigurationError(['SLUICE_API_KEY is not set. Set it to an API key of the service (docs/client.md).']);
  }
  try {
    const uploads = { url: `${apiUrl(baseUrl)}/uploads`, apiKey, cacheDir: config.cacheDir };
    await work({ config, client: createSluiceClient({ baseUrl, apiKey }), uploads });
  } catch (error) {
    throw toSluiceError(error);
  }
}

/**
 * Repeats a call whose answer was lost, or that the service postpones, a few times. For calls with an idempotency key only:
 * the service may have performed the one before.
 */
export async function repeatUnanswered<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (const seconds of REPEAT_AFTER_SECONDS) {
    try {
      return await call();
    } catch (error) {
      const isRepeatable =
        isBrokenAnswer(error) ||
        (error instanceof SluiceApiError && (error.status === null || error.retryAfterSeconds !== null));
      if (!isRepeatable) throw error;
      const named = error instanceof SluiceApiError ? error.retryAfterSeconds : null;
      await delay(1000 * (named ?? seconds));
    }
  }
  return call();
}

const REPEAT_AFTER_SECONDS = [0.5, 1, 2];

function toSluiceError(error: unknown): unknown {
  if (error instanceof SluiceApiError) {
    const hint = HINTS[error.code] ?? '';
    return new SluiceError('internal_error', `${sentence(error.message)}${hint}`, { cause: error });
  }
  if (!isBrokenAnswer(error)) return error;
  const message = `The answer of the service cannot be read: ${failureMessage(error)}.`;
  return new SluiceError('internal_error', message, { cause: error });
}

/** Hints on the setting to check after a failure, by error code. */
const HINTS: Partial<Record<SluiceErrorCode, string>> = {
  not_authorized: ' Check SLUICE_API_KEY.',
  no_answer: ' Check SLUICE_URL.',
};

/** An answer that is no JSON although it says so, or whose connection closed before its end. */
function isBrokenAnswer(error: unknown): boolean {
  return error instanceof SyntaxError || (error instanceof TypeError && error.cause instanceof Error);
}

function sentence(text: string): string {
  // Reasons of OpenSSL have several lines.
  const line = text.trim().replaceAll('\n', ' ');
  const capitalized = /^https?:/.test(line) ? line : line.charAt(0).toUpperCase() + line.slice(1);
  return /[.?!]$/.test(capitalized) ? capitalized : `${capitalized}.`;
}
