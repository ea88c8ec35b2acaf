import { z } from 'zod';

import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

const webForm = z.object({
  id: z.number(),
  fromEmail: z.string(),
  fromName: z.string(),
  confirmationSubject: z.string(),
  /** Plain text; %%confirmation_url%% stands for the link. */
  confirmationBody: z.string(),
});
export type WebForm = z.infer<typeof webForm>;

/** A web form of the list; null when there is none of that id. */
export function findWebForm(db: Database, mailingListId: number, id: number): Promise<WebForm | null> {
  return db.maybeOne(sql.type(webForm)`
    select id, from_email as "fromEmail", from_name as "fromName", confirmation_subject as "confirmationSubject",
      confirmation_body as "confirmationBody"
    from web_forms
    where id = ${id} and mailing_list_id = ${mailingListId} and deleted_at is null
  `);
}

export function hasWebForms(db: Database, mailingListId: number): Promise<boolean> {
  return db.exists(sql.unsafe`select 1 from web_forms where mailing_list_id = ${mailingListId} and deleted_at is null`);
}
