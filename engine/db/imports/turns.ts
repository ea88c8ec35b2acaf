import type { Pool, PoolClient } from 'pg';
import { EXTENSION_BOUNDS } from '../../domain/extension-bounds.ts';
import { LOCK_ID, LOCK_SPACES } from '../core/advisory-locks.ts';

/** Maximum number of imports of one organization that are under way, and of those among them that download. */
export interface TurnLimits {
  readonly imports: number;
  readonly downloads: number;
}

/** Position of an import in the queue of its organization for a slot. */
export interface TurnCount {
  /** Other imports of its organization that hold a turn, and those of them that download or are about to. */
  readonly imports: number;
  readonly downloads: number;
  readonly smallImports: number;
  /** Imports that wait and go before it, those of them that are to download, and those that are small. */
  readonly importsAhead: number;
  readonly downloadsAhead: number;
  readonly smallAhead: number;
}

/** Properties of an import that decide its turn; one that is to download is never known to be small. */
export interface TurnNeeds {
  readonly downloads: boolean;
  readonly isSmall: boolean;
}

/**
 * Whether an import may begin. Small ones have turns of their own. Of the other turns one is left when each import that goes
 * before it, and can begin, has taken one. Large ones are not put off for ever: the order sees to that (ORDER).
 */
export function isItsTurn(count: TurnCount, limits: TurnLimits, { downloads, isSmall }: TurnNeeds): boolean {
  if (isSmall && count.smallImports + count.smallAhead < SMALL_TURNS) return true;
  const freeDownloads = Math.max(0, limits.downloads - count.downloads);
  const others = count.importsAhead - count.downloadsAhead;
  const ahead = others + (downloads ? count.downloadsAhead : Math.min(count.downloadsAhead, freeDownloads));
  const free = limits.imports - (count.imports - Math.min(count.smallImports, SMALL_TURNS));
  return free > ahead && (!downloads || freeDownloads > count.downloadsAhead);
}

const SMALL_TURNS = EXTENSION_BOUNDS.smallSlots.max;

/**
 * Gives an import a slot of its organization, or notes that it has asked for one; one that it has stays.
 * @returns null when it has a turn, else its position
 */
export async function askForTurn(
  client: PoolClient,
  asked: TurnNeeds & { readonly importId: number; readonly organizationId: number },
  limits: TurnLimits,
): Promise<TurnCount | null> {
  const { importId, organizationId, downloads, isSmall } = asked;
  // Until the end of the transaction, so that two imports do not both count the last free turn.
  await client.query(LOCK_ID, [LOCK_SPACES.importSlots, organizationId]);
  const { rows } = await client.query<TurnCount & { isHeld: boolean }>(COUNT, [importId, organizationId, isSmall]);
  const [count] = rows;
  if (count === undefined || count.isHeld) return null;
  const isTaken = isItsTurn(count, limits, asked);
  await client.query(
    `update subscriber_imports set turn = $2, turn_asked_at = now(), is_small = $3, turn_order = ${ORDER}
      where id = $1 and finished_at is null`,
    [importId, isTaken ? (downloads ? 'download' : 'import') : null, isSmall],
  );
  return isTaken ? null : count;
}

/** Notes that an import has its source, so that another one of its organization may download. */
export async function endDownloadTurn(db: Pool, importId: number): Promise<void> {
  await db.query(`update subscriber_imports set turn = 'import' where id = $1 and turn = 'download'`, [importId]);
}

/** An import that has not asked for this long is paused in the Temporal UI, or its worker is away: others go first. */
const WAITS = `turn is null and state <> 'paused' and turn_asked_at > now() - interval '2 minutes'`;

/**
 * By what waiting imports are ordered: a small import goes before the large ones that have waited for less than this. One that
 * has waited longer goes before small ones that come later, however many they are.
 */
const ORDER = `greatest(created_at, begins_at) + case when $3::boolean then interval '0' else interval '${EXTENSION_BOUNDS.largeSlotWait.max} ms' end`;
const GOES_AHEAD = `id <> $1 and ${WAITS} and (turn_order, id) < (me.place, $1)`;
const IS_URL = `options -> 'file_source' ->> 'type' = 'url' and is_small is not true`;

const COUNT = `
  with me as (select ${ORDER} as place from subscriber_imports where id = $1)
  select count(*) filter (where turn is not null and id <> $1) as imports,
         count(*) filter (where turn = 'download' and id <> $1) as downloads,
         count(*) filter (where turn is not null and is_small and id <> $1) as "smallImports",
         count(*) filter (where ${GOES_AHEAD}) as "importsAhead",
         count(*) filter (where ${GOES_AHEAD} and ${IS_URL}) as "downloadsAhead",
         count(*) filter (where ${GOES_AHEAD} and is_small) as "smallAhead",
         coalesce(bool_or(turn is not null) filter (where id = $1), false) as "isHeld"
    from subscriber_imports cross join me
   where organization_id = $2 and finished_at is null and (turn is not null or turn_asked_at is not null)`;
