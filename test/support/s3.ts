import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findOnPath } from '../../engine/embedded/temporal-binary.ts';
import type { S3Settings } from '../../engine/platform/config-s3.ts';
import { lastingPort } from './lasting-port.ts';

/** A server of S3 with one empty bucket. */
export interface TestS3 {
  /** Environment variables of a service that keeps its files there. */
  readonly settings: Record<'S3_BUCKET' | 'S3_ENDPOINT', string>;
  /** The same for this process. */
  readonly bucket: S3Settings;
  /** Ends the server as a power cut would, with what it has stored. */
  kill(): Promise<void>;
  /** Starts it again on its port. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Give this as the note of a skipped test: context.skip(NO_S3). */
export const NO_S3 = 'no versitygw is on PATH or where .ci/run builds it';

/** The keys of the test server; the SDK reads the same ones from the environment. */
const KEYS = { AWS_ACCESS_KEY_ID: 'sluice-test', AWS_SECRET_ACCESS_KEY: 'sluice-test-secret' };

/** Starts versitygw, which serves a folder as S3; null where it is not installed. */
export async function startS3(): Promise<TestS3 | null> {
  const program = await findServer();
  if (program === null) return null;
  Object.assign(process.env, KEYS);
  const dir = await mkdtemp(join(tmpdir(), 'sluice-test-s3-'));
  const folder = join(dir, 'objects', 'sluice');
  for (const each of [folder, join(dir, 'sidecar')]) await mkdir(each, { recursive: true });
  const address = `127.0.0.1:${await lastingPort()}`;
  const endpoint = `http://${address}`;
  const account = ['--access', KEYS.AWS_ACCESS_KEY_ID, '--secret', KEYS.AWS_SECRET_ACCESS_KEY];
  const backend = ['posix', '--sidecar', join(dir, 'sidecar'), join(dir, 'objects')];
  let server: ChildProcess;
  const start = async () => {
    server = spawn(program, [...account, '--port', address, '--quiet', ...backend], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    server.stderr?.on('data', (text: Buffer) => (errors = `${errors}${text.toString()}`.slice(-1000)));
    while (!(await isServing(endpoint))) {
      if (server.exitCode !== null) throw new Error(`versitygw did not start: ${errors}`);
      await delay(50);
    }
  };
  const kill = async () => {
    const ended = once(server, 'close');
    if (server.kill('SIGKILL')) await ended;
  };
  const killNow = () => server.kill('SIGKILL');
  await start();
  process.once('exit', killNow);
  return {
    settings: { S3_BUCKET: 'sluice', S3_ENDPOINT: endpoint },
    bucket: { bucket: 'sluice', prefix: '', region: 'us-east-1', endpoint },
    kill,
    start,
    stop: async () => {
      process.removeListener('exit', killNow);
      await kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** It refuses a call without a signature as soon as it serves. */
function isServing(endpoint: string): Promise<boolean> {
  return fetch(endpoint).then(
    () => true,
    () => false,
  );
}

/** On PATH, or where .ci/run builds it. */
async function findServer(): Promise<string | null> {
  const onPath = await findOnPath('versitygw');
  if (onPath !== null) return onPath;
  const built = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'sluice', 'versitygw', 'versitygw');
  return existsSync(built) ? built : null;
}
