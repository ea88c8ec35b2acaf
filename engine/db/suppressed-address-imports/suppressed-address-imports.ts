import { z } from 'zod';
import {
  SUPPRESSED_ADDRESS_IMPORT_KIND as KIND,
  SUPPRESSED_ADDRESS_IMPORT_STATES,
  suppressedAddressImportOptions,
} from '../../domain/suppressed-address-imports.ts';
import type { SuppressedAddressImportOptions } from '../../domain/suppressed-address-imports.ts';
import type { ImportPolicy } from '../../platform/config.ts';
import { createOnce } from '../idempotency/claim-key.ts';
import type { KeyClaim } from '../idempotency/key-claim.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import type { CallerIdentity } from '../accounts/caller.ts';
import { insertJob } from '../jobs/new-jobs.ts';
import { readJobs } from '../jobs/read-jobs.ts';
import { bytesOf, insertWithinRoom } from '../sources/new-source.ts';
import type { SourceRoom, StoredSource } from '../sources/new-source.ts';

const policy = z.object({
  firstDownloadWaitMs: z.number(),
  secondDownloadWaitMs: z.number(),
  downloadTimeoutMs: z.number(),
});

const suppressedAddressImport = z.object({
  id: z.number(),
  jobKey: z.string().nullable(),
  organizationId: z.number(),
  name: z.string(),
  state: z.enum(SUPPRESSED_ADDRESS_IMPORT_STATES),
  options: suppressedAddressImportOptions,
  policy,
  errorMessage: z.string().nullable(),
  added: z.number(),
  skippedDuplicate: z.number(),
  failed: z.number(),
  /** Rows within failed ones, which no counter has. */
  swallowed: z.number(),
  total: z.number().nullable(),
  createdAt: z.date(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  workflowStartedAt: z.date().nullable(),
});
export type SuppressedAddressImport = Readonly<z.infer<typeof suppressedAddressImport>>;

/** Imports that a fixture loaded have no options: they are background jobs and nothing else. */
const selection = sql.fragment`
  select id, job_key as "jobKey", organization_id as "organizationId", name, state, options, policy,
    error_message as "errorMessage", added, skipped_duplicate as "skippedDuplicate", failed, swallowed, progress_total as total,
    created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt", workflow_started_at as "workflowStartedAt"
  from suppressed_address_imports where options is not null`;

/** The imports that clients read. */
export const suppressedAddressImports = readJobs({
  row: suppressedAddressImport,
  selection,
  alias: 'suppressed_address_imports',
});

/** An import as it is created. */
export interface NewSuppressedAddressImport {
  readonly id: number;
  /** A random UUID, which its workflow and its files have too. */
  readonly jobKey: string;
  readonly organizationId: number;
  readonly name: string;
  readonly options: SuppressedAddressImportOptions;
  readonly policy: ImportPolicy;
  /** The stored source; null: a worker fetches it. */
  readonly source: StoredSource | null;
  /** Room that the source must fit into; null: it surely fits. */
  readonly room: SourceRoom | null;
  /** The caller that creates it. */
  readonly by: CallerIdentity;
  /** The idempotency key that the call was sent with. */
  readonly claim: KeyClaim | null;
}

/** Adds an import that has not begun. @throws KeyClaimed, ValidationFailed without room */
export async function insertSuppressedAddressImport(db: Database, row: NewSuppressedAddressImport): Promise<void> {
  const { sourceBytes, packedBytes } = bytesOf(row.source);
  const inserted = sql.fragment`
    insert into suppressed_address_imports
      (id, organization_id, name, begins_at, options, policy, job_key, source_bytes, packed_bytes)
    values (${row.id}, ${row.organizationId}, ${row.name}, now(), ${JSON.stringify(row.options)}::jsonb,
      ${JSON.stringify(row.policy)}::jsonb, ${row.jobKey}, ${sourceBytes}, ${packedBytes})
    returning id`;
  await createOnce(db, row.claim, (transaction) =>
    insertWithinRoom(transaction, row, (within) => insertJob(within, { kind: KIND, by: row.by }, inserted)),
  );
}
