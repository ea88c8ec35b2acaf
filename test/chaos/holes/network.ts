import { join } from 'node:path';
import type { Config } from '../../../engine/platform/config.ts';
import { openBucket } from '../../../engine/files/s3-bucket.ts';
import { createS3Store } from '../../../engine/files/s3-store.ts';
import type { FileStore } from '../../../engine/files/file-store.ts';
import { startS3 } from '../../support/s3.ts';
import { startSilentRelay, through } from '../../support/silent-relay.ts';
import type { SilentRelay } from '../../support/silent-relay.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { startWebhookReceiver } from '../../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../../support/webhook-receiver.ts';
import { startRedis } from '../world/redis.ts';
import type { Stage } from '../world/world.ts';
import type { HoleMode, Swallowed } from './hole-kinds.ts';

/** Everything that roles reach, each behind relays that can swallow what is sent. */
export interface HoledNetwork {
  /** The settings of roles in it. */
  readonly changes: Partial<Config>;
  readonly receiver: WebhookReceiver;
  /** Address of the receiver of webhooks, in the network. */
  readonly receiverUrl: string;
  /** The bucket of the files, by a way of its own; null where no server of S3 is installed, and files are in a folder. */
  readonly files: FileStore | null;
  /** Whether the machine has the server. */
  has(what: Swallowed): boolean;
  /** Begins to swallow. @returns what ends it */
  swallow(what: Swallowed, mode: HoleMode): () => void;
  close(): Promise<void>;
}

/** The sessions set it (`tcp_keepalives_idle` and the others): Postgres ends those of a host that is gone, with their locks. */
const POSTGRES_ENDS_MS = 11_000;

/** Starts Redis, S3 and receivers, and the relays before them, Postgres and Temporal. */
export async function openNetwork(stage: Stage): Promise<HoledNetwork> {
  const { databaseUrl, temporalAddress } = stage.servers;
  const redis = await startRedis(join(stage.dir, 'redis-behind-relay'));
  const s3 = await startS3();
  const [smtp, receiver] = [await startSmtpServer(), await startWebhookReceiver()];
  const relayTo = (url: string) => startSilentRelay(Number(new URL(url).port));
  const postgres = await relayTo(databaseUrl);
  const temporal = await startSilentRelay(Number(temporalAddress.split(':').at(-1)));
  const redisRelay = redis === null ? null : await relayTo(redis.url);
  const endpoint = s3?.bucket.endpoint;
  const s3Relay = endpoint === undefined ? null : await relayTo(endpoint);
  const receivers = [await relayTo(receiver.url), await startSilentRelay(smtp.port)] as const;
  const relays: Readonly<Record<Swallowed, readonly (SilentRelay | null)[]>> = {
    postgres: [postgres],
    temporal: [temporal],
    redis: [redisRelay],
    s3: [s3Relay],
    receivers,
  };
  const found = (what: Swallowed) => relays[what].filter((relay) => relay !== null);
  const bucket = s3 === null ? null : openBucket(s3.bucket);
  return {
    changes: {
      databaseUrl: through(postgres, databaseUrl),
      temporalAddress: `127.0.0.1:${temporal.port}`,
      smtpUrl: smtp.url.replace(String(smtp.port), String(receivers[1].port)),
      ...(redis !== null && redisRelay !== null && { redisUrl: through(redisRelay, redis.url) }),
      ...(s3 !== null && s3Relay !== null && { s3: { ...s3.bucket, endpoint: `http://127.0.0.1:${s3Relay.port}` } }),
    },
    receiver,
    receiverUrl: through(receivers[0], receiver.url),
    files: bucket === null ? null : createS3Store(bucket),
    has: (what) => found(what).length > 0,
    swallow: (what, mode) => {
      for (const relay of found(what)) {
        if (mode === 'silent') relay.fallSilent();
        else relay.lose(what === 'postgres' ? POSTGRES_ENDS_MS : undefined);
      }
      return () => found(what).forEach((relay) => relay.speak());
    },
    close: async () => {
      bucket?.close();
      const all = (Object.keys(relays) as Swallowed[]).flatMap(found);
      await Promise.all([
        ...all.map((relay) => relay.close()),
        redis?.kill(),
        s3?.stop(),
        smtp.stop(),
        receiver.close(),
      ]);
    },
  };
}
