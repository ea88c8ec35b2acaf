-- An organization that is not active has no access to the API; the system administrators' one always has.
alter table organizations add column active boolean not null default true;
alter table organizations add constraint organizations_system_active check (active or id <> 1);
