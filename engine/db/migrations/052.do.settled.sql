-- Earlier versions continue with this schema.
-- When an import had deactivated the subscribers who are not in it; from then on it needs none of its staged rows.
alter table subscriber_imports add column settled_at timestamptz;
