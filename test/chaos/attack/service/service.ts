import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { BOUNDS } from '../../../../engine/domain/bounds.ts';
import { lastingPort } from '../../../support/lasting-port.ts';
import { startOidcProvider } from '../../../support/oidc-provider.ts';
import type { Role } from '../../../support/role.ts';
import { createFigures } from '../../figures.ts';
import { createApi } from '../../world/api.ts';
import type { World } from '../../world/world.ts';
import { openWorld } from '../../world/world.ts';
import { PUBLIC_URL } from './public-url.ts';
import { restoreKey, SUBSCRIBERS_OF_OTHER } from './tenants.ts';
import type { Addresses, Tenant } from './tenants.ts';

/** The roles under attack. */
export type Attacked = (typeof ATTACKED)[number];
export const ATTACKED = ['api', 'worker', 'ftp'] as const;

/**
 * The service with the settings of `npx sluice start`, but FTP, metrics, links for new passwords and a single sign-on on, downloads from loopback allowed, a smaller bound of the
 * failed logs of an organization, which an attack can reach, and no limit of calls per key, which would keep most calls of an
 * attack from the rest of the service.
 */
export interface Service {
  readonly world: World;
  readonly addresses: Addresses;
  readonly roles: Readonly<Record<Attacked, Role>>;
  /** Starts each role that has ended, and each of those named, which are killed first. @returns the roles it started */
  revive(hung: readonly Attacked[]): Promise<Attacked[]>;
  close(options: { keep: boolean }): Promise<void>;
}

/** Starts the service and creates the two tenants. */
export async function startService(say: (line: string) => void): Promise<Service> {
  const provider = await startOidcProvider(`${PUBLIC_URL}/console/single-sign-on`, {
    hostile: { email: 'hostile@example.com', email_verified: true },
  });
  const { issuer, clientId, clientSecret } = provider.settings;
  const world = await openWorld({
    figures: createFigures(),
    say,
    changes: {
      ...{ METRICS: 'true', FTP: 'true', METRICS_PORT: '0' },
      ...{ MAIL_FROM: 'sluice@example.com', PUBLIC_URL },
      ...{ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret },
      FAILED_LOGS_OF_ORGANIZATION_BYTES: String(FAILED_LOGS_OF_TENANT),
    },
  });
  const { port: apiPort, ftp } = world.config;
  const metricsPort = await lastingPort();
  const ftpPort = await lastingPort();
  const start = {
    api: () => world.start('api'),
    worker: () => world.start('worker', { metricsPort }),
    ftp: () => world.start('ftp', { ftp: { ...ftp, port: ftpPort } }),
  };
  // One after the other: each of them needs a processor to start.
  const roles: Record<Attacked, Role> = {
    api: await start.api(),
    worker: await start.worker(),
    ftp: await start.ftp(),
  };
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const [hostile, other] = [
    await createTenant(world.pool, apiUrl, 'Hostile'),
    await createTenant(world.pool, apiUrl, 'Other'),
  ];
  await fillList(world, hostile.listId, SUBSCRIBERS_OF_HOSTILE);
  await fillList(world, other.listId, SUBSCRIBERS_OF_OTHER);
  const { databaseUrl = '', uploadsDir, dataDir } = world.config;
  const { temporalAddress, temporalUiUrl } = world.servers;
  const addresses = {
    ...{ apiUrl, apiPort, metricsPort, ftpPort, databaseUrl, uploadsDir, hostile, other },
    temporalPort: Number(new URL(`tcp://${temporalAddress}`).port),
    temporalUiPort: Number(new URL(temporalUiUrl ?? '').port),
    temporalNamespace: world.config.temporalNamespace,
  };
  await mkdir(join(uploadsDir, String(hostile.organizationId)), { recursive: true });
  await writeFile(join(dataDir, 'addresses.json'), JSON.stringify(addresses));
  return {
    world,
    addresses,
    roles,
    revive: async (hung) => {
      const ended = ATTACKED.filter((name) => roles[name].hasEnded() || hung.includes(name));
      for (const name of ended) {
        await roles[name].kill();
        roles[name] = await start[name]();
      }
      return ended;
    },
    close: async (options) => {
      await world.close(options);
      await provider.stop();
    },
  };
}

const SUBSCRIBERS_OF_HOSTILE = 50_000;

/** Bytes of the failed logs of one organization: three of the largest. */
export const FAILED_LOGS_OF_TENANT = 3 * BOUNDS.failedLog.max;

/** Creates an organization with an administrator's key. The key is replaceable by {@link restoreKey}. */
async function createTenant(pool: pg.Pool, apiUrl: string, name: string): Promise<Tenant> {
  const { rows } = await pool.query<{ id: number }>('insert into organizations (name) values ($1) returning id', [
    name,
  ]);
  const organizationId = Number(rows[0]?.id);
  const apiKey = Buffer.from(`${organizationId}:${randomBytes(20).toString('hex')}`).toString('base64');
  await restoreKey(pool, { organizationId, apiKey });
  const api = createApi(apiUrl, apiKey);
  const mailing_list = { name, has_format: true };
  const { id: listId } = (await api.demand('POST', '/mailing_lists', { mailing_list })) as { id: number };
  for (const custom_field of FIELDS) {
    await api.demand('POST', `/mailing_lists/${listId}/custom_fields`, { custom_field });
  }
  return { organizationId, apiKey, listId };
}

const FIELDS = [
  { name: 'City', field_type: 'text' },
  { name: 'Score', field_type: 'number' },
  { name: 'Weight', field_type: 'number', number_support_decimal: true },
];

async function fillList({ pool }: World, listId: number, count: number): Promise<void> {
  await pool.query(
    `insert into subscribers (mailing_list_id, key, email, custom_fields)
     select $1, e, e, jsonb_build_object((select min(id) from custom_fields where mailing_list_id = $1)::text, 'City ' || n)
       from (select n, 'reader' || n || '@example.com' as e from generate_series(0, $2::int - 1) n) t`,
    [listId, count],
  );
  await pool.query(
    `insert into subscriber_counts (mailing_list_id, active) values ($1, $2)
     on conflict (mailing_list_id) do update set active = excluded.active`,
    [listId, count],
  );
  await pool.query('analyze subscribers');
}
