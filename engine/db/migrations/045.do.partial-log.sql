-- Records of which a cell was left blank that could not be read: of a staged range, and of an import that has ended.
alter table import_ranges add column partial integer not null default 0;
alter table subscriber_imports
  add column partial bigint not null default 0,
  -- Bytes of the log of these cells; log_bytes and organization_logs.failed_bytes count them, too.
  add column partial_log_bytes bigint not null default 0;
