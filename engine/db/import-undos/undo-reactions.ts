import type { PoolClient } from 'pg';

/** The next reactions of an import, in the order of their subscribers. */
interface ReactionBatch {
  readonly importId: number;
  readonly mailingListId: number;
  /** Null before the first batch. */
  readonly afterSubscriberId: number | null;
  readonly limit: number;
  readonly isDryRun: boolean;
}

/** The outcome of a batch of reactions. */
export interface UndoneReactions {
  readonly cancelled: number;
  readonly due: number;
  /** Up to which subscriber the reactions of the list are read; null: to the last. */
  readonly upToSubscriberId: number | null;
}

/** Cancels the reactions that an import queued and that are not due yet, among the next ones of the list, and counts the others. */
export async function undoReactions(
  client: PoolClient,
  { importId, mailingListId, afterSubscriberId, limit, isDryRun }: ReactionBatch,
): Promise<UndoneReactions> {
  const { rows } = await client.query<UndoneReactions>(
    `with page as materialized (
       select max(subscriber_id) as up_to, count(*) as reactions
         from (select subscriber_id from autoresponder_reactions
                where mailing_list_id = $1 and subscriber_id > $2 order by subscriber_id limit $3) next
     ), own as materialized (
       select r.ctid as place, r.due_at > now() as is_waiting from autoresponder_reactions r, page
        where r.mailing_list_id = $1 and r.subscriber_id > $2 and r.subscriber_id <= page.up_to and r.subscriber_import_id = $4
     )${
       isDryRun
         ? ''
         : `, cancelled as (
       delete from autoresponder_reactions r using own where own.is_waiting and r.ctid = own.place
     )`
     }
     select (select count(*) from own where is_waiting)::integer as cancelled,
            (select count(*) from own where not is_waiting)::integer as due,
            case when reactions >= $3 then up_to end as "upToSubscriberId"
       from page`,
    [mailingListId, afterSubscriberId ?? 0, limit, importId],
  );
  return rows[0] ?? { cancelled: 0, due: 0, upToSubscriberId: null };
}
