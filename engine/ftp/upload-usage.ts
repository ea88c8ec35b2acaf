import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BOUNDS } from '../domain/bounds.ts';
import { entriesOf } from '../files/files-below.ts';
import { FtpRefused } from './ftp-error.ts';

/** The bytes of an organization's uploads, finished or partial, against its quota. */
export interface UploadUsage {
  /** Counts the stored bytes again. @throws FtpRefused when the quota is used up */
  refresh(): Promise<void>;
  /** Counts bytes that are about to be written. @throws FtpRefused when they exceed the quota */
  add(bytes: number): void;
}

/** Usage by organization: sessions of one organization share a count. */
export interface UploadUsages {
  of(organizationId: number, folders: readonly string[]): UploadUsage;
}

/** Creates the counts of one FTP server; `quota` is bytes for each organization. */
export function createUploadUsages(quota: number): UploadUsages {
  const usages = new Map<number, UploadUsage>();
  return {
    of: (organizationId, folders) => {
      const usage = usages.get(organizationId) ?? createUsage(folders, quota);
      usages.set(organizationId, usage);
      return usage;
    },
  };
}

function createUsage(folders: readonly string[], quota: number): UploadUsage {
  let used = 0;
  let measuring: Promise<number> | null = null;
  /** All bytes that were ever added: what is added while files are counted must not be lost. */
  let added = 0;
  const requireRoom = () => {
    if (used <= quota) return;
    throw new FtpRefused(`The upload directory is full (maximum is ${quota} bytes); delete files first.`, {
      reply: 552,
    });
  };
  return {
    refresh: async () => {
      // Sessions of one organization share a measure, so however many there are, one walks through the files at a time.
      measuring ??= remeasure();
      const entries = await measuring;
      requireRoom();
      if (entries >= BOUNDS.uploadEntries.max) {
        const why = `The upload directory holds ${BOUNDS.uploadEntries.max} files and directories; delete some first.`;
        throw new FtpRefused(why, { reply: 552 });
      }
    },
    add: (bytes) => {
      used += bytes;
      added += bytes;
      requireRoom();
    },
  };

  async function remeasure(): Promise<number> {
    const before = added;
    const found = await measure(folders);
    used = found.bytes + added - before;
    measuring = null;
    return found.entries;
  }
}

interface Measure {
  bytes: number;
  entries: number;
}

/** The entries of a folder; none of one that cannot be read. */
async function* readable(folder: string): ReturnType<typeof entriesOf> {
  try {
    yield* entriesOf(folder);
  } catch {
    return;
  }
}

/** Stops at twice the allowed number of entries: directories older than the bound may hold any number. */
async function measure(folders: readonly string[]): Promise<Measure> {
  const found: Measure = { bytes: 0, entries: 0 };
  for (const waiting = [...folders]; waiting.length > 0;) {
    const folder = waiting.pop() ?? '';
    for await (const entry of readable(folder)) {
      const path = join(folder, entry.name);
      found.entries++;
      if (entry.isDirectory()) waiting.push(path);
      else
        found.bytes += await stat(path).then(
          ({ size }) => size,
          () => 0,
        );
      if (found.entries > BOUNDS.uploadEntries.max * 2) return found;
    }
  }
  return found;
}
