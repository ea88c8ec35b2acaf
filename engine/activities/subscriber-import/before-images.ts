import type { ImportRecord } from '../../db/imports/record.ts';
import { EXTENSION_BOUNDS } from '../../domain/extension-bounds.ts';
import type { ActivityDeps } from '../deps.ts';

/** Whether an import keeps what was there before: unless it or a setting says otherwise, as long as its organization has room. */
export function keepsImages(
  { importUndo }: ActivityDeps,
  { isDryRun, options, undoBytesOfOrganization: bytes }: ImportRecord,
): boolean {
  return importUndo && !isDryRun && options.undo !== false && bytes < EXTENSION_BOUNDS.beforeImages.max;
}
