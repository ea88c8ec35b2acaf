import { ConfigurationError } from '../../platform/errors.ts';
import type { Queryable } from './connections.ts';

/** The oldest major version of Postgres that every test has passed with. */
const OLDEST_MAJOR = 14;

/** A reason for which a server or database cannot be used, and the remedy, as sentences; they contain no address. */
export interface ServerFault {
  readonly text: string;
  readonly remedy: string;
}

/** Finds why a server or database of Postgres cannot be used; null when it can. */
export async function findServerFault(db: Queryable): Promise<ServerFault | null> {
  const { rows } = await db.query<ServerFacts>(
    `select current_setting('server_version_num')::integer as number, current_setting('server_version') as version,
            current_setting('server_encoding') as encoding, current_setting('DateStyle') as style`,
  );
  const [found] = rows;
  if (found === undefined) return null;
  const { number, version, encoding, style } = found;
  if (number < OLDEST_MAJOR * 10_000) {
    return {
      text: `Postgres ${version} is too old: version ${OLDEST_MAJOR} or later is needed.`,
      remedy: 'Upgrade the server.',
    };
  }
  if (encoding !== 'UTF8') {
    return {
      text: `The database has the encoding ${encoding}, which cannot store every name and address.`,
      remedy: `Create another one with "create database … encoding 'UTF8' template template0", and set DATABASE_URL to it.`,
    };
  }
  if (!/^ISO\b/i.test(style)) {
    return {
      text: `Sessions of the database have the DateStyle "${style}", in which times are read wrongly.`,
      remedy: `Set it with "alter role … in database … set datestyle = 'ISO'".`,
    };
  }
  return null;
}

/** A fault and its remedy in one line. */
export function serverFaultText({ text, remedy }: ServerFault): string {
  return `${text} ${remedy}`;
}

/** @throws ConfigurationError when the server or database cannot be used; whatever the driver throws when it does not answer */
export async function requireServer(db: Queryable): Promise<void> {
  const fault = await findServerFault(db);
  if (fault !== null) throw new ConfigurationError([serverFaultText(fault)]);
}

interface ServerFacts {
  readonly number: number;
  readonly version: string;
  readonly encoding: string;
  readonly style: string;
}
