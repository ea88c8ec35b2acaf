/** A key that a client has sent with a call, so that the call creates one record however often it is sent. */
export interface KeyClaim {
  readonly organizationId: number;
  readonly key: string;
  /** Of method, path and body. */
  readonly requestHash: Buffer;
}

/** Another call with the key has created its record: nothing is written. */
export class KeyClaimed extends Error {
  override readonly name = 'KeyClaimed';
}

/** Retention of a key, in hours. */
export const KEPT_HOURS = 24;
