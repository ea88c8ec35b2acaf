import { S3Client } from '@aws-sdk/client-s3';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Settings } from '../platform/config-s3.ts';
import { socketTimeoutOf } from './s3-patience.ts';
import type { S3Patience } from './s3-patience.ts';

/** Clients of one bucket, each with the waits of its calls. */
export interface S3Clients {
  readonly s3: S3Client;
  /** Waits longer, for copies within the service. */
  readonly copier: S3Client;
  /** A client with connections of its own: those of the others may all be taken while the service is well. */
  readonly asker: S3Client;
  readonly close: () => void;
}

/** Opens the clients of a bucket; nothing is sent yet. */
export function openClients(
  { region, endpoint }: Pick<S3Settings, 'region' | 'endpoint'>,
  { tries, silentTries, connectMs, answerMs, silentMs, copyMs, askMs }: S3Patience,
): S3Clients {
  const settings = (maxAttempts: number, requestTimeout: number, quietMs: number): S3ClientConfig => ({
    region,
    maxAttempts,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout,
      throwOnRequestTimeout: true,
      socketTimeout: socketTimeoutOf(quietMs),
    },
    ...(endpoint !== undefined && {
      endpoint,
      // Services other than AWS's rarely have a host name for each bucket, or all of the checksums.
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED' as const,
      responseChecksumValidation: 'WHEN_REQUIRED' as const,
    }),
  });
  const s3 = limitSilences(new S3Client(settings(tries, answerMs, silentMs)), silentTries);
  const copier = limitSilences(new S3Client(settings(tries, 0, copyMs)), silentTries);
  const asker = new S3Client(settings(1, askMs, askMs));
  return { s3, copier, asker, close: () => [s3, copier, asker].forEach((client) => client.destroy()) };
}

/**
 * Makes a client give up a call after so many tries, when the last one met silence. Errors that the service answers with are tried again
 * as often as the client's `maxAttempts` says: a busy service is worth more tries than a silent one, of which each takes long.
 */
function limitSilences(client: S3Client, tries: number): S3Client {
  const readStrategy = client.config.retryStrategy;
  client.config.retryStrategy = async () => {
    const strategy = await readStrategy();
    if (!('refreshRetryTokenForRetry' in strategy)) return strategy;
    return {
      acquireInitialRetryToken: (scope) => strategy.acquireInitialRetryToken(scope),
      refreshRetryTokenForRetry: async (token, failure) => {
        if (isSilence(failure.error) && token.getRetryCount() + 1 >= tries) throw failure.error;
        return strategy.refreshRetryTokenForRetry(token, failure);
      },
      recordSuccess: (token) => strategy.recordSuccess(token),
    };
  };
  return client;
}

/** Whether an error of the SDK is one of its timeouts. */
export function isSilence(error: unknown): error is Error {
  return error instanceof Error && error.name === 'TimeoutError';
}
