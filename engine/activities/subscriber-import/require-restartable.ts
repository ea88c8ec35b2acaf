import type { EndedImport } from '../../db/imports/restart.ts';
import type { FileStore } from '../../files/file-store.ts';
import { packedSourceKey, sourceKey } from '../../files/source-key.ts';
import { fault } from '../faults.ts';

/**
 * Sees that an import has failed and that all a restart needs is still there.
 * @throws ApplicationFailure NotRestartable, with a sentence that says what to do instead
 */
export async function requireRestartable(importId: number, job: EndedImport | null, files: FileStore): Promise<void> {
  const refusal = await refusalOf(importId, job, files);
  if (refusal !== null) throw fault('NotRestartable', refusal);
}

async function refusalOf(importId: number, job: EndedImport | null, files: FileStore): Promise<string | null> {
  if (job === null) return `There is no subscriber import ${importId}.`;
  if (job.state !== 'failed') {
    return `Import ${importId} is ${job.state}; only a failed import can be restarted.`;
  }
  if (job.listDeletedAt !== null) {
    return `The mailing list of import ${importId} was deleted; import the file into another list.`;
  }
  if (job.purgedAt !== null) {
    return `The logs and the source of import ${importId} were purged; create a new import.`;
  }
  if (job.undoId !== null) {
    return `Import ${importId} is undone by undo ${job.undoId}, at least in part; create a new import.`;
  }
  if (job.hasOtherKey) {
    return `The primary key of the mailing list of import ${importId} was changed; create a new import.`;
  }
  const needsStored = job.wasScanned || job.sourceType === 'json';
  const isStored = async (key: string) => (await files.size(key)) !== null;
  if (needsStored && !(await isStored(sourceKey(job))) && !(await isStored(packedSourceKey(job)))) {
    return `The source of import ${importId} is no longer stored; create a new import.`;
  }
  return null;
}
