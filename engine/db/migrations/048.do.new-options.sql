-- Options that an import has created, or a dry run would have: [{"fieldId": 1, "name": "Cats"}, ...]; null where none were looked for.
alter table subscriber_imports add column new_options jsonb;
