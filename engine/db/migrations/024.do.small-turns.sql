-- Written when an import asks for a turn: whether it is small, and by what those that wait are ordered, then by their ids.
alter table subscriber_imports add column is_small boolean, add column turn_order timestamptz;
