import { ConfigurationError } from '../../platform/errors.ts';
import type { Queryable } from './connections.ts';

/** The oldest major version of Postgres that every test has passed with. */
const OLDEST_MAJOR = 14;

/** Finds why a server or database of Postgres cannot be used, as a sentence with the remedy; null when it can. */
export async function findServerFault(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<ServerFacts>(
    `select current_setting('server_version_num')::integer as number, current_setting('server_version') as version,
            current_setting('server_encoding') as encoding, current_setting('DateStyle') as style`,
  );
  const [found] = rows;
  if (found === undefined) return null;
  const { number, version, encoding, style } = found;
  if (number < OLDEST_MAJOR * 10_000) {
    return `Postgres ${version} is too old: version ${OLDEST_MAJOR} or later is needed. Upgrade the server.`;
  }
  if (encoding !== 'UTF8') {
    return (
      `The database has the encoding ${encoding}, which cannot store every name and address. Create another one with ` +
      `"create database … encoding 'UTF8' template template0", and set DATABASE_URL to it.`
    );
  }
  if (!/^ISO\b/i.test(style)) {
    return (
      `Sessions of the database have the DateStyle "${style}", in which times are read wrongly. Set it with ` +
      `"alter role … in database … set datestyle = 'ISO'".`
    );
  }
  return null;
}

/** @throws ConfigurationError when the server or database cannot be used; whatever the driver throws when it does not answer */
export async function requireServer(db: Queryable): Promise<void> {
  const fault = await findServerFault(db);
  if (fault !== null) throw new ConfigurationError([fault]);
}

interface ServerFacts {
  readonly number: number;
  readonly version: string;
  readonly encoding: string;
  readonly style: string;
}
