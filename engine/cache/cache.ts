/**
 * Short-lived text shared by the processes of one installation. It may lose any value at any time, and a lost removal leaves
 * a value until it expires: keep `ttlSeconds` as short as a stale answer is acceptable.
 */
export interface Cache {
  /** The value, null when absent or expired. */
  get(key: string): Promise<string | null>;
  /** Stores the value for `ttlSeconds`, which must be greater than zero; where it cannot be stored, no earlier one stays. */
  set(key: string, value: string, ttlSeconds: number): Promise<void>;
  /** Stores the value only if the key has none. */
  add(key: string, value: string, ttlSeconds: number): Promise<void>;
  remove(key: string): Promise<void>;
  /** Whether values are shared at the moment; not_configured: this process alone keeps them. */
  state(): Promise<'up' | 'down' | 'not_configured'>;
  /** Closes connections; the cache is not used afterwards. */
  close(): Promise<void>;
}
