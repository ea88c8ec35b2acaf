import type { ClientBase } from 'pg';
import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { LOCK_SPACES } from '../core/advisory-locks.ts';

/** Marks a session as that of an FTP server, for as long as the session lasts: Postgres ends that of a host that is gone. */
export async function markFtpServer(session: ClientBase): Promise<void> {
  await session.query('select pg_advisory_lock_shared($1, 0)', [LOCK_SPACES.ftpServers]);
}

/** Counts the FTP servers that have a session. */
export function countFtpServers(db: Database): Promise<number> {
  return db.oneFirst(sql.type(z.object({ servers: z.number() }))`
    select count(distinct pid) as servers from pg_locks
     where locktype = 'advisory' and classid = ${LOCK_SPACES.ftpServers} and objsubid = 2 and granted
       and database = (select oid from pg_database where datname = current_database())`);
}
