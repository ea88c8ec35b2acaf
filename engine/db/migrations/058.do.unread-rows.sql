-- Earlier versions continue with this schema.
-- Failed records of an import that has deactivated subscribers, of which no key could be read; null for others, and once its logs are purged.
alter table subscriber_imports add column unread bigint;
