import { createReadStream } from 'node:fs';
import { stat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, resolve, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { request } from 'undici';
import { SluiceError } from '../platform/errors.ts';
import { bar } from './bar.ts';

/** URL that uploads are sent to, and the API key. */
export interface UploadTarget {
  readonly url: string;
  readonly apiKey: string;
  /** Folder for the ids of begun uploads; null to keep none. */
  readonly cacheDir: string | null;
}

/** A file that has arrived as a whole. */
export interface SentUpload {
  readonly id: string;
  /** Forgets the upload, so that the next command sends the file again. */
  readonly forget: () => Promise<void>;
}

/** Before each attempt, if those before it have sent nothing; an attempt that has sent something begins them again. */
const WAIT_SECONDS = [0, 0.5, 1, 2, 5, 10, 20];

/**
 * Sends a file as an upload by tus 1.0, and shows on stderr how far it is. What an interrupted command has sent is not sent again.
 * @throws SluiceError when the service refuses the file, or does not answer
 */
export async function uploadFile(target: UploadTarget, file: string): Promise<SentUpload> {
  const { size, mtimeMs } = await stat(file);
  const begun = begunUpload(target.cacheDir, target.url, resolve(file), size, mtimeMs);
  const progress = createProgress(basename(file), size);
  const known = await begun.find();
  // A service that does not answer ends the command here: nothing is lost yet.
  const isKnown = known !== null && (await offsetOf(target, known)) !== null;
  const id = isKnown ? known : await create(target, file, size);
  await begun.remember(id);
  let arrived = -1;
  for (let attempt = 0; arrived < size; attempt++) {
    const offset = await offsetOf(target, id).catch(unlessRefused);
    if (offset === null) throw new SluiceError('not_found', 'The upload was removed while it was sent.');
    if (offset > arrived) [attempt, arrived] = [0, offset];
    progress.show(Math.max(0, arrived));
    const wait = WAIT_SECONDS[attempt];
    if (wait === undefined) throw broken(arrived, size, target.cacheDir !== null);
    await delay(wait * 1000);
    if (offset >= 0 && offset < size) {
      await sendFrom(offset, { target, id, file, size, show: progress.show }).catch(unlessRefused);
    }
  }
  progress.end();
  return { id, forget: begun.forget };
}

/** Returns -1 for a failure after which the next attempt may succeed. @throws SluiceError a refusal */
function unlessRefused(error: unknown): number {
  if (error instanceof SluiceError) throw error;
  return -1;
}

function broken(arrived: number, size: number, isKept: boolean): SluiceError {
  const advice = isKept ? ' Within a day the same command continues there.' : '';
  const message = `The connection breaks: ${Math.max(0, arrived)} of ${size} bytes have arrived.${advice}`;
  return new SluiceError('internal_error', message);
}

async function create({ url, apiKey }: UploadTarget, file: string, size: number): Promise<string> {
  const filename = Buffer.from(basename(file)).toString('base64');
  const headers = { ...headersOf(apiKey), 'upload-length': String(size), 'upload-metadata': `filename ${filename}` };
  const answer = await request(url, { method: 'POST', headers });
  const text = await answer.body.text();
  const location = answer.headers['location'];
  if (answer.statusCode === 201 && typeof location === 'string') return location.split('/').at(-1) ?? '';
  throw failureOf(answer.statusCode, text);
}

/** The bytes that have arrived; null when there is no such upload any more. */
async function offsetOf({ url, apiKey }: UploadTarget, id: string): Promise<number | null> {
  const answer = await request(`${url}/${id}`, { method: 'HEAD', headers: headersOf(apiKey) });
  await answer.body.dump();
  if ([404, 410].includes(answer.statusCode)) return null;
  if (answer.statusCode !== 200) throw failureOf(answer.statusCode, '');
  return Number(answer.headers['upload-offset']);
}

interface Part {
  readonly target: UploadTarget;
  readonly id: string;
  readonly file: string;
  readonly size: number;
  readonly show: (sent: number) => void;
}

/** Sends the rest of the file. The service may close the connection at the end of a part; the next HEAD says how much has arrived. */
async function sendFrom(offset: number, { target: { url, apiKey }, id, file, size, show }: Part): Promise<number> {
  const body = createReadStream(file, { start: offset, highWaterMark: 256 * 1024 });
  let sent = offset;
  body.on('data', (block) => show((sent += block.length)));
  const headers = {
    ...headersOf(apiKey),
    'content-type': 'application/offset+octet-stream',
    'content-length': String(size - offset),
    'upload-offset': String(offset),
  };
  try {
    const answer = await request(`${url}/${id}`, { method: 'PATCH', headers, body });
    const text = await answer.body.text();
    if (answer.statusCode !== 204) throw failureOf(answer.statusCode, text);
    return sent;
  } finally {
    body.destroy();
  }
}

function headersOf(apiKey: string): Record<string, string> {
  return { authorization: `Basic ${apiKey}`, 'tus-resumable': '1.0.0' };
}

/** A SluiceError unless the same call may succeed later. */
function failureOf(status: number, text: string): Error {
  if (status >= 500 || [409, 423, 429].includes(status)) return new Error(`The service answered ${status}.`);
  try {
    const { error_message: message } = JSON.parse(text) as { error_message?: unknown };
    if (typeof message === 'string') return new SluiceError('invalid_request', `The upload was refused: ${message}.`);
  } catch {
    // Another service, or an answer without a body.
  }
  const hint = status === 401 ? 'Check SLUICE_API_KEY.' : 'Check SLUICE_URL.';
  return new SluiceError('invalid_request', `The upload was refused with ${status}. ${hint}`);
}

/** A terminal has one line that changes; a file gets a line when the sending begins. */
function createProgress(name: string, size: number) {
  const { stderr } = process;
  let isShown = false;
  return {
    show: (sent: number) => {
      const line = `${bar(sent, size)} ${sent} of ${size} bytes of ${name} sent`;
      if (stderr.isTTY) stderr.write(`\r\x1b[2K${line}`);
      else if (!isShown) stderr.write(`${line}\n`);
      isShown = true;
    },
    end: () => {
      if (stderr.isTTY) stderr.write('\n');
    },
  };
}

/** The upload of one file that a command of this user has begun, kept in a file of its own until it is forgotten. */
interface BegunUpload {
  /** Its id; null when none was begun. */
  readonly find: () => Promise<string | null>;
  readonly remember: (id: string) => Promise<void>;
  readonly forget: () => Promise<void>;
}

/** The begun upload of a file to a service; `parts` tell files and services apart. Without a folder nothing is kept. */
function begunUpload(cacheDir: string | null, ...parts: readonly (string | number)[]): BegunUpload {
  if (cacheDir === null) return NOTHING_KEPT;
  const name = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const path = join(cacheDir, 'uploads', name);
  return {
    find: () => readFile(path, 'utf8').catch(() => null),
    remember: async (id) => {
      try {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, id);
      } catch {
        // A folder that cannot be written: the upload is sent all the same, but cannot be continued after a break.
      }
    },
    forget: () => rm(path, { force: true }).catch(() => undefined),
  };
}

const NOTHING_KEPT: BegunUpload = {
  find: () => Promise.resolve(null),
  remember: () => Promise.resolve(),
  forget: () => Promise.resolve(),
};
