import { z } from 'zod';
import { NotFound, ValidationFailed } from '../../platform/errors.ts';
import { WORKLIST_BOUNDS } from '../../domain/worklist-bounds.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { bytesOfWorklists } from './build-worklist.ts';

const group = z.object({ number: z.number(), column: z.number().nullable(), reason: z.string() });
const worklist = z.object({
  id: z.number(),
  organizationId: z.number(),
  /** A name for each column, each once. */
  columns: z.array(z.string()),
  /** The header of the file; null: it has none. */
  header: z.array(z.string()).nullable(),
  rows: z.number(),
  /** Failed rows that it does not have, since there is no room for them. */
  leftOut: z.number(),
  version: z.number(),
  /** The last import of corrected rows. */
  correctedImportId: z.number().nullable(),
  /** The faults that rows have, by their numbers. */
  groups: z.array(group),
});
/** The failed rows of an import, to be corrected. */
export type Worklist = Readonly<z.infer<typeof worklist>>;

/** Reads the worklist of an import; null when it was not made, or was deleted with the logs. */
export function findWorklist(db: Database, id: number): Promise<Worklist | null> {
  return db.maybeOne(sql.type(worklist)`
    select subscriber_import_id as id, organization_id as "organizationId", columns, header, rows, left_out as "leftOut",
      version, corrected_import_id as "correctedImportId",
      (select coalesce(jsonb_agg(jsonb_build_object('number', group_number, 'column', column_index, 'reason', reason)
                order by group_number), '[]')
         from import_worklist_groups g where g.subscriber_import_id = w.subscriber_import_id) as groups
    from import_worklists w
    where subscriber_import_id = ${id}
  `);
}

/** Locks the worklist of an import until the transaction ends, and counts a change. @throws NotFound */
export async function lockWorklist(db: Database, id: number): Promise<Worklist> {
  await db.query(sql.unsafe`update import_worklists set version = version + 1 where subscriber_import_id = ${id}`);
  const found = await findWorklist(db, id);
  if (found === null) throw new NotFound('worklist');
  return found;
}

/** Counts bytes of corrections of a worklist that is locked. @throws ValidationFailed beyond the bounds */
export async function countCorrectionBytes(
  db: Database,
  { id, organizationId }: Pick<Worklist, 'id' | 'organizationId'>,
  bytes: number,
): Promise<void> {
  const now = await db.oneFirst(sql.type(z.object({ bytes: z.number() }))`
    update import_worklists set correction_bytes = greatest(0, correction_bytes + ${bytes})
    where subscriber_import_id = ${id} returning correction_bytes as bytes
  `);
  if (bytes <= 0) return;
  const { correctionBytes, worklistsOfOrganization } = WORKLIST_BOUNDS;
  if (now > correctionBytes.max)
    throw new ValidationFailed(`the corrections of the import would have more than ${correctionBytes.max} bytes`);
  if ((await bytesOfWorklists(db, organizationId)) > worklistsOfOrganization.max)
    throw new ValidationFailed(
      `the worklists of the organization would have more than ${worklistsOfOrganization.max} bytes: they are deleted with the logs of their imports`,
    );
}

/** Refuses the correction of a row, as JSON, that is too long. @throws ValidationFailed */
export function refuseLong(correction: string): void {
  const { max } = WORKLIST_BOUNDS.rowCorrection;
  if (Buffer.byteLength(correction) > max) throw new ValidationFailed(`the correction has more than ${max} bytes`);
}
