import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Client } from 'basic-ftp';
import pino from 'pino';
import type { DatabasePool } from 'slonik';
import { expect, vi } from 'vitest';
import { loadConfig } from '../../../engine/platform/config.ts';
import { createDatabase } from '../../../engine/db/core/slonik.ts';
import type { UploadCopies } from '../../../engine/files/uploads.ts';
import type { LoginLimits } from '../../../engine/ftp/login-throttle.ts';
import { startFtpServer, type RunningFtpServer } from '../../../engine/ftp/server.ts';
import { createTestDatabase } from '../../support/database.ts';

/** An FTP server on a database and upload directories of its own. */
export interface TestFtp {
  readonly uploadsDir: string;
  readonly port: number;
  readonly log: string[];
  query(text: string, values?: unknown[]): Promise<unknown>;
  /** Adds an organization with one key. */
  addOrganization(active?: boolean): Promise<{ id: number; key: string }>;
  /** Logs in; the client is closed with the server. */
  connect(password: string, options?: { user?: string; secure?: boolean }): Promise<Client>;
  /** Closes the clients; between tests. */
  disconnect(): void;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server; `settings` are environment variables. Close it in afterAll. */
export async function startTestFtp(
  settings: Record<string, string> = {},
  limits: Partial<LoginLimits> = {},
  copies: UploadCopies | null = null,
): Promise<TestFtp> {
  const database = await createTestDatabase();
  const db: DatabasePool = await createDatabase(database.url, { connections: 3 });
  const dir = await mkdtemp(join(tmpdir(), 'sluice-test-ftp-'));
  const uploadsDir = join(dir, 'uploads');
  const { ftp } = loadConfig({ FTP_PORT: '0', FTP_PASSIVE_PORTS: '20000-29999', ...settings });
  const log: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void log.push(line) });
  const start = (port: number): Promise<RunningFtpServer> =>
    startFtpServer({ ftp: { ...ftp, port }, uploadsDir, copies, db, log: logger, limits: { delayMs: 0, ...limits } });
  let server = await start(0);
  const clients: Client[] = [];

  return {
    uploadsDir,
    port: server.port,
    log,
    query: async (text, values) => (await database.pool.query(text, values)).rows,

    addOrganization: async (active = true) => {
      const { rows } = await database.pool.query(`insert into organizations (name) values ('Daily News') returning id`);
      const id = Number(rows[0].id);
      const key = Buffer.from(`${id}:${randomBytes(20).toString('hex')}`).toString('base64');
      await database.pool.query(
        `insert into api_keys (organization_id, name, role, active, credential_hash)
         values ($1, 'test', 'organization_admin', $2, $3)`,
        [id, active, createHash('sha256').update(key).digest()],
      );
      return { id, key };
    },

    connect: async (password, { user = 'api', secure = false } = {}) => {
      const client = new Client(10_000);
      clients.push(client);
      await client.access({
        host: '127.0.0.1',
        port: server.port,
        user,
        password,
        secure,
        secureOptions: { rejectUnauthorized: false },
      });
      return client;
    },

    disconnect: () => {
      for (const client of clients.splice(0)) client.close();
    },

    restart: async () => {
      await server.stop();
      server = await start(server.port);
    },

    close: async () => {
      for (const client of clients) client.close();
      await server.stop();
      await db.end();
      await database.drop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Uploads text or bytes. */
export function put(client: Client, path: string, content: string | Buffer): Promise<unknown> {
  return client.uploadFrom(Readable.from([Buffer.from(content)]), path);
}

/** Downloads a file from an offset on. */
export async function get(client: Client, path: string, startAt = 0): Promise<string> {
  const into = new PassThrough();
  const [content] = await Promise.all([buffer(into), client.downloadTo(into, path, startAt)]);
  return content.toString();
}

/** Begins an upload and ends as a client does that dies, both connections at once, when `bytes` have arrived. */
export async function putAndDie(ftp: TestFtp, key: string, path: string, content: string): Promise<void> {
  const [client, observer] = [await ftp.connect(key), await ftp.connect(key)];
  const source = new PassThrough();
  const upload = client.uploadFrom(source, path).catch(() => undefined);
  source.write(content);
  await vi.waitFor(async () => expect(await observer.size(path)).toBe(content.length), { timeout: 10_000 });
  const broken = () => ftp.log.filter((line) => line.includes('an upload was interrupted')).length;
  const before = broken();
  client.close();
  await upload;
  await vi.waitFor(() => expect(broken()).toBe(before + 1), { timeout: 10_000 });
}
