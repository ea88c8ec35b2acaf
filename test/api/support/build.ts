import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse as Response } from 'fastify';
import pino from 'pino';
import { buildApp } from '../../../api/app.ts';
import { createSluiceClient } from '../../../client/index.ts';
import type { SluiceClient } from '../../../client/index.ts';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { loadConfig } from '../../../engine/platform/config.ts';
import type { Config } from '../../../engine/platform/config.ts';
import { createTestDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { injectedFetch } from '../../support/injected-fetch.ts';
import { checkAnswers } from './check-answers.ts';
import { createFakeJobs } from './fake-jobs.ts';
import type { FakeJobs } from './fake-jobs.ts';
import { takeDownAtEnd } from '../../support/take-down.ts';

/** A JSON response of the API, with the paging keys of lists. */
export interface Answer<Data = Record<string, unknown>> {
  status: number;
  success: boolean;
  data: Data;
  error_code: string | null;
  error_message: string | null;
  [key: string]: unknown;
}

const UNLIMITED = { RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_ORGANIZATION: '0' };

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The API on a database of its own, with jobs that only remember what they were told. */
export interface TestApi {
  app: FastifyInstance;
  config: Config;
  database: TestDatabase;
  jobs: FakeJobs;
  /** Lines of the log so far. */
  log: string[];
  /** A credential of organization 1 with the role system_admin. */
  admin: string;
  /** Adds an organization and answers its id and the credential of an organization_admin. */
  addOrganization(settings?: { name?: string; timeZone?: string }): Promise<{ id: number; key: string }>;
  addKey(organizationId: number, role: string, active?: boolean): Promise<string>;
  /** Calls a path below the prefix with a credential, the administrator's if none is given. */
  call<Data = Record<string, unknown>>(
    method: Method,
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<Answer<Data>>;
  inject(options: InjectOptions): Promise<Response>;
  /** The typed client with a credential, the administrator's if none is given. */
  client(key?: string): SluiceClient;
}

/** Builds the API for the tests of one file and takes it down after them; `prepare` may add to it before it is ready. */
export async function build(
  settings: Partial<Config> = {},
  prepare: (app: FastifyInstance) => unknown = () => undefined,
): Promise<TestApi> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-api-'));
  const database = await createTestDatabase();
  const config = {
    ...loadConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url, ...UNLIMITED }),
    ...settings,
  };
  const jobs = createFakeJobs();
  const log: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void log.push(line) });
  const app = await buildApp({ config, logger, jobs });
  prepare(app);
  await app.ready();
  takeDownAtEnd(async () => {
    await app.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const addKey = async (organizationId: number, role: string, active = true) => {
    const key = Buffer.from(`${organizationId}:${randomBytes(20).toString('hex')}`).toString('base64');
    await database.pool.query(
      `insert into api_keys (organization_id, name, role, active, credential_hash) values ($1, 'test', $2, $3, $4)`,
      [organizationId, role, active, createHash('sha256').update(key).digest()],
    );
    return key;
  };
  const addOrganization: TestApi['addOrganization'] = async ({ name = 'Daily News', timeZone = 'UTC' } = {}) => {
    const { rows } = await database.pool.query<{ id: number }>(
      'insert into organizations (name, time_zone) values ($1, $2) returning id',
      [name, timeZone],
    );
    const id = Number(rows[0]?.id);
    return { id, key: await addKey(id, 'organization_admin') };
  };
  await addOrganization({ name: 'System Organization' });
  const admin = await addKey(1, 'system_admin');

  const check = checkAnswers(app);
  const inject: TestApi['inject'] = async (options) => {
    const response = await app.inject(options);
    await check(options, response);
    return response;
  };
  const call = async <Data>(method: Method, path: string, body?: unknown, key = admin): Promise<Answer<Data>> => {
    const response = await inject({
      method,
      url: `${API_PREFIX}${path}`,
      headers: { authorization: `Basic ${key}` },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { ...response.json<Answer<Data>>(), status: response.statusCode };
  };
  const client = (apiKey = admin) =>
    createSluiceClient({ baseUrl: 'http://sluice.test', apiKey, fetch: injectedFetch(inject) });
  return { app, config, database, jobs, log, admin, addOrganization, addKey, call, inject, client };
}
