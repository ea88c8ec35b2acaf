import { z } from 'zod';
import { EXTENSION_BOUNDS } from '../../domain/extension-bounds.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

const upload = z.object({
  id: z.string(),
  organizationId: z.number(),
  createdAt: z.date(),
  totalBytes: z.number(),
  /** Bytes from the beginning that are durable. */
  receivedBytes: z.number(),
  filename: z.string().nullable(),
});

/** A file that a client sends in parts. */
export type Upload = Readonly<z.infer<typeof upload>>;

/** Limits on an organization's uploads that have not expired. */
export interface UploadRoom {
  /** Those of which not all bytes are received. */
  readonly unfinished: number;
  /** All of them. */
  readonly uploads: number;
  /** Announced bytes of all of them. */
  readonly bytes: number;
}

/** Adds an upload of which nothing is received. @returns null, or what the organization has no room for: then nothing is added */
export async function insertUpload(
  db: Database,
  { id, organizationId, totalBytes, filename }: Pick<Upload, 'id' | 'organizationId' | 'totalBytes' | 'filename'>,
  room: UploadRoom,
): Promise<keyof UploadRoom | null> {
  return db.transaction(async (transaction) => {
    // Concurrent calls of one organization count each other.
    await transaction.query(sql.unsafe`select pg_advisory_xact_lock(hashtextextended('uploads', ${organizationId}))`);
    const used = await transaction.one(sql.type(uploadRoom)`
      select count(*) filter (where received_bytes < total_bytes) as unfinished, count(*) as uploads,
        coalesce(sum(total_bytes), 0)::bigint as bytes
      from uploads where organization_id = ${organizationId} and ${isKept}
    `);
    if (used.unfinished >= room.unfinished) return 'unfinished';
    if (used.uploads >= room.uploads) return 'uploads';
    if (used.bytes + totalBytes > room.bytes) return 'bytes';
    await transaction.query(sql.unsafe`
      insert into uploads (id, organization_id, total_bytes, filename)
      values (${id}::uuid, ${organizationId}, ${totalBytes}, ${filename})
    `);
    return null;
  });
}

const uploadRoom = z.object({ unfinished: z.number(), uploads: z.number(), bytes: z.number() });

/** The upload of that id; null when it is of another organization, or was removed. One that has expired is found until then. */
export function findUpload(db: Database, id: string, organizationId: number | null): Promise<Upload | null> {
  return db.maybeOne(sql.type(upload)`
    select ${columns} from uploads
    where id = ${id}::uuid and (${organizationId}::bigint is null or organization_id = ${organizationId})
  `);
}

/** The upload of that id of the organization, if it has not expired. */
export function findKeptUpload(db: Database, id: string, organizationId: number): Promise<Upload | null> {
  return db.maybeOne(sql.type(upload)`
    select ${columns} from uploads where id = ${id}::uuid and organization_id = ${organizationId} and ${isKept}
  `);
}

/** Removes the row of an upload whose bytes are removed. */
export async function deleteUpload(db: Database, id: string): Promise<void> {
  await db.query(sql.unsafe`delete from uploads where id = ${id}::uuid`);
}

const columns = sql.fragment`
  id, organization_id as "organizationId", created_at as "createdAt", total_bytes as "totalBytes",
  received_bytes as "receivedBytes", filename`;

const isKept = sql.fragment`
  created_at > now() - make_interval(secs => ${sql.literalValue(String(EXTENSION_BOUNDS.uploadAge.max / 1000))})`;
