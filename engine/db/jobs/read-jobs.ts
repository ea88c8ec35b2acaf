import { z } from 'zod';
import { readPage } from '../core/pages.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** Jobs of an organization; with a list, only those of it. */
export interface JobsOf {
  readonly organizationId: number;
  readonly mailingListId?: number | null;
}

/** Queries by which clients read the jobs of a kind. */
export interface ReadJobs<Row> {
  /** The job of that id, if it can be read; `organizationId` null looks in every organization. */
  readonly find: (db: Database, id: number, organizationId: number | null) => Promise<Row | null>;
  /** A page of jobs, the latest first. @throws RequestedTooMany beyond `pageBytes` */
  readonly list: (
    db: Database,
    owner: JobsOf,
    page: { readonly limit: number; readonly offset: number },
  ) => Promise<readonly Row[]>;
  readonly count: (db: Database, owner: JobsOf) => Promise<number>;
}

/**
 * Makes the queries of a kind. `selection` selects the jobs that can be read from a table with that alias and ends in its
 * conditions; `idColumn` is that of the table.
 */
export function readJobs<Row extends z.ZodType>({
  row,
  selection,
  alias,
  idColumn = 'id',
}: {
  readonly row: Row;
  readonly selection: Fragment;
  readonly alias: string;
  readonly idColumn?: string;
}): ReadJobs<z.infer<Row>> {
  const column = (name: string) => sql.identifier([alias, name]);
  const ofOrganization = (id: number) => sql.fragment`${column('organization_id')} = ${id}`;
  const chosen = ({ organizationId, mailingListId = null }: JobsOf) =>
    mailingListId === null
      ? sql.fragment`${selection} and ${ofOrganization(organizationId)}`
      : sql.fragment`${selection} and ${ofOrganization(organizationId)} and ${column('mailing_list_id')} = ${mailingListId}`;
  return {
    find: (db, id, organizationId) => {
      const reached = organizationId === null ? sql.fragment`true` : ofOrganization(organizationId);
      return db.maybeOne(sql.type(row)`${selection} and ${column(idColumn)} = ${id} and ${reached}`);
    },
    list: (db, owner, { limit, offset }) =>
      readPage(
        db,
        row,
        sql.fragment`${chosen(owner)}
        order by ${column('created_at')} desc, ${column(idColumn)} desc limit ${limit} offset ${offset}`,
      ),
    count: (db, owner) =>
      db.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) from (${chosen(owner)}) jobs`),
  };
}
