/** The type of the failure with which a job that is queued behind others of its organization frees its worker slot. */
export const QUEUED_FAILURE = 'WaitsForTurn';
