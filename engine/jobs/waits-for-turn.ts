/** The type of the failure by which an import that waits for a turn of its organization frees its slot in between. */
export const WAITS_FOR_TURN = 'WaitsForTurn';
