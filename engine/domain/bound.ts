/** The largest value of one input, its unit, and what happens to an input beyond it. */
export interface Bound {
  readonly max: number;
  readonly unit:
    | 'bytes'
    | 'bytes a second'
    | 'calls'
    | 'calls a minute'
    | 'characters'
    | 'chunks a second'
    | 'commands'
    | 'connections'
    | 'downloads'
    | 'entries'
    | 'jobs'
    | 'levels'
    | 'logins'
    | 'messages'
    | 'ms'
    | 'records'
    | 'redirects'
    | 'tasks'
    | 'times';
  /** A sentence for docs/security.md. */
  readonly beyond: string;
  /** The environment variable that changes it. */
  readonly setting?: string;
}
