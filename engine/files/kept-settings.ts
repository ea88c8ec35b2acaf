import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { FileOwner, JobFolder } from '../domain/file-owner.ts';
import { FileMissing } from './errors.ts';
import type { FileStore } from './file-store.ts';
import { settingsKey } from './source-key.ts';

/** The settings of jobs of a kind, which are kept next to their sources. */
export interface KeptSettings<Settings extends object> {
  /**
   * Keeps the settings of a job, for a database that loses its row: Temporal knows ids only. A job does not need them, so a file store
   * that does not take them within two seconds goes without.
   */
  keep(files: FileStore, job: FileOwner, settings: Settings): Promise<void>;
  /** Reads them; null when there are none, or none that this version can read. */
  read(files: FileStore, job: FileOwner): Promise<Settings | null>;
}

/** Returns what keeps and reads them. @param stored how they are read */
export function keptSettings<Settings extends object>(
  folder: JobFolder,
  stored: z.ZodType<Settings, z.ZodTypeDef, unknown>,
): KeptSettings<Settings> {
  return {
    keep: async (files, job, settings) => {
      const content = Buffer.from(JSON.stringify(settings));
      const signal = AbortSignal.timeout(WRITE_MS);
      await files.write(settingsKey(job, folder), Readable.from([content]), { signal }).catch(() => undefined);
    },
    read: async (files, job) => {
      try {
        const content = await text(Readable.from(files.read(settingsKey(job, folder))));
        const parsed = stored.safeParse(JSON.parse(content));
        return parsed.success ? parsed.data : null;
      } catch (error) {
        if (error instanceof FileMissing || error instanceof SyntaxError) return null;
        throw error;
      }
    },
  };
}

const WRITE_MS = 2_000;

/** The policy of an import as it is stored. */
export const importPolicy = z.object({
  firstDownloadWaitMs: z.number(),
  secondDownloadWaitMs: z.number(),
  downloadTimeoutMs: z.number(),
  logRetentionMs: z.number(),
  maxDownloadBytes: z.number(),
});
