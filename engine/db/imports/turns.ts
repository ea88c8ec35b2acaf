import type { Pool, PoolClient } from 'pg';

/** How many imports of one organization may be under way, and how many of these may download. */
export interface TurnLimits {
  readonly imports: number;
  readonly downloads: number;
}

/** How an import stands that asks for a turn. */
export interface TurnCount {
  /** Other imports of its organization that hold a turn, and those of them that download or are about to. */
  readonly imports: number;
  readonly downloads: number;
  /** Older imports that wait, and those of them that are to download. */
  readonly importsAhead: number;
  readonly downloadsAhead: number;
}

/** Whether an import may begin: a turn is left when each older one that can begin has taken one. */
export function isItsTurn(count: TurnCount, limits: TurnLimits, downloads: boolean): boolean {
  const freeDownloads = Math.max(0, limits.downloads - count.downloads);
  const others = count.importsAhead - count.downloadsAhead;
  const ahead = others + (downloads ? count.downloadsAhead : Math.min(count.downloadsAhead, freeDownloads));
  return limits.imports - count.imports > ahead && (!downloads || freeDownloads > count.downloadsAhead);
}

/**
 * Gives an import a turn of its organization, or notes that it has asked for one; one that it has stays.
 * @returns null when it has a turn, else how it stands
 */
export async function askForTurn(
  client: PoolClient,
  asked: { readonly importId: number; readonly organizationId: number; readonly downloads: boolean },
  limits: TurnLimits,
): Promise<TurnCount | null> {
  const { importId, organizationId, downloads } = asked;
  // Until the end of the transaction, so that two imports do not both count the last free turn.
  await client.query(`select pg_advisory_xact_lock($1, hashint8($2))`, [TURNS_LOCK, organizationId]);
  const { rows } = await client.query<TurnCount & { isHeld: boolean }>(COUNT, [importId, organizationId]);
  const [count] = rows;
  if (count === undefined || count.isHeld) return null;
  const isTaken = isItsTurn(count, limits, downloads);
  await client.query(
    `update subscriber_imports set turn = $2, turn_asked_at = now() where id = $1 and finished_at is null`,
    [importId, isTaken ? (downloads ? 'download' : 'import') : null],
  );
  return isTaken ? null : count;
}

/** Notes that an import has its source, so that another one of its organization may download. */
export async function endDownloadTurn(db: Pool, importId: number): Promise<void> {
  await db.query(`update subscriber_imports set turn = 'import' where id = $1 and turn = 'download'`, [importId]);
}

// Any number will do, as long as no other two-part lock of this database begins with it.
const TURNS_LOCK = 7_201;

/** An import that has not asked for this long is paused in the Temporal UI, or its worker is away: others go first. */
const ASKED = `turn is null and state <> 'paused' and turn_asked_at > now() - interval '2 minutes' and id < $1`;
const IS_URL = `options -> 'file_source' ->> 'type' = 'url'`;

const COUNT = `
  select count(*) filter (where turn is not null and id <> $1) as imports,
         count(*) filter (where turn = 'download' and id <> $1) as downloads,
         count(*) filter (where ${ASKED}) as "importsAhead",
         count(*) filter (where ${ASKED} and ${IS_URL}) as "downloadsAhead",
         coalesce(bool_or(turn is not null) filter (where id = $1), false) as "isHeld"
    from subscriber_imports
   where organization_id = $2 and finished_at is null and (turn is not null or turn_asked_at is not null)`;
