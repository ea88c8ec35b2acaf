-- The key of an address has the ASCII form of its domain: two spellings of an international one are one subscriber. The keys of before
-- are carried over when this migration is applied (db/core/carry-keys-over.ts), and of subscribers of a list who would share a
-- key one gets it. The others are here: they stay, with keys that no address has.
create table twin_addresses (
  mailing_list_id bigint not null,
  subscriber_id bigint not null,
  -- Who has the key.
  same_as bigint not null,
  primary key (mailing_list_id, subscriber_id)
);
