-- By which field an import tells subscribers apart, null for the address. Its staged rows and chunks are made by it, so a
-- failed import cannot go on from its ledger when the list has another one by then.
alter table subscriber_imports add column primary_key_custom_field_id bigint;
update subscriber_imports i
   set primary_key_custom_field_id = l.primary_key_custom_field_id
  from mailing_lists l
 where l.id = i.mailing_list_id and l.primary_key_custom_field_id is not null;
