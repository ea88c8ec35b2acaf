-- Earlier versions continue with this schema.
-- The epoch changes when the database was set back to an earlier time. The origin is where the epoch was begun: server, timeline,
-- database and table, which a restored or promoted database does not all share; null before a worker has connected.
alter table installation add column epoch uuid not null default gen_random_uuid(), add column origin text;
