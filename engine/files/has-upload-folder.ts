import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsent } from './open-at-rest.ts';

/** The folder next to the organizations' ones that holds unfinished uploads; organizations are named by numbers. */
export const PARTIAL_FOLDER = '.partial';

/** Whether UPLOADS_DIR has a folder of finished or unfinished files of an organization of that id. */
export async function hasUploadFolder(uploadsDir: string, organizationId: number): Promise<boolean> {
  const name = String(organizationId);
  return (await exists(join(uploadsDir, name))) || (await exists(join(uploadsDir, PARTIAL_FOLDER, name)));
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}
