/**
 * Numbers of the advisory locks of the service's database, each once. Locks of one number and locks of two are apart in Postgres. A number
 * stays for good: processes of two versions lock on the same one during a deploy.
 */
export const ADVISORY_LOCKS = {
  /** Migrations, one process at a time. */
  migration: 7_201_955_001,
  /** The first organization, administrator and key. */
  bootstrap: 7_201_955_002,
  /** Additions of records whose names are unique without an index. */
  administration: 7_201_955_008,
  /** Jobs that an operator starts again after the database went back. */
  redo: 7_205_001,
} as const;

/** First numbers of the locks of two; the second is an id, or the hash of one. */
export const LOCK_SPACES = {
  /** Writers of the subscribers of a list, and changes of the list. */
  mailingList: 7_201_956,
  importSlots: 7_201,
  exportSnapshot: 7_202,
  exportSlots: 7_203,
  webhookEndpoints: 7_204,
  /** Bytes of sources that an organization stores. */
  sources: 7_205,
  /** Sessions of FTP servers. */
  ftpServers: 7_206,
  apiKeys: 7_208,
  suppressedAddressImportSlots: 7_210,
  importUndoSlots: 7_211,
} as const;

/** Locks an id within a space until the transaction ends; its parameters are both. */
export const LOCK_ID = 'select pg_advisory_xact_lock($1, hashint8($2))';
