import type { CommandActor } from '../../workflows/messages.ts';
import type { KindRows, ClientKindRows } from '../db/jobs/operator.ts';
import type { ActivityModule } from '../activities/compose.ts';
import type { Bound } from '../domain/bound.ts';
import type { JobCommand } from '../jobs/command-job.ts';
import type { TemporalClient } from '../jobs/temporal-client.ts';

/**
 * The descriptor of a kind of job, as far as operators see its jobs. Command line, diagnosis, metrics, logs and maintenance go through
 * the list of kinds (index.ts); a kind is named in its own files only.
 */
export interface JobKind extends KindRows {
  /** As the metrics and the command line call it, in snake_case. */
  readonly name: string;
  /** The type of its workflow. */
  readonly workflowType: string;
  /** The ids of its workflows are `<idPrefix>/<id>`, after the prefix of the installation. */
  readonly idPrefix: string;
  /** An id alone names a job of this kind on the command line; of one kind at most. */
  readonly isNamedByNumber?: true;
  /** The unit of its progress, as in "5 of 10 rows". */
  readonly unit: string;
  /** The commands that its machine takes. */
  readonly commands: readonly JobCommand[];
  /** The public states of an unfinished job, in their order. */
  readonly states: readonly string[];
  /** Bounds of its jobs by their names, for docs/security.md. */
  readonly bounds?: Readonly<Record<string, Bound>>;
  /** A gauge of its own in the metrics, older than the one of all kinds. */
  readonly gauge?: { readonly name: string; readonly help: string };
  /** Restarts a failed job and records the sender. @throws ValidationFailed with the reason when it cannot be restarted */
  readonly restart?: (client: TemporalClient, id: number, by: CommandActor) => Promise<void>;
  /** The activities of its workflow, and those by which maintenance and list deletion find its jobs; loaded by workers only. */
  loadActivities(): Promise<ActivityModule>;
}

/**
 * The descriptor of a kind of job that clients see: in the API, its document and its events, and in the console.
 */
export interface ClientJobKind extends JobKind, ClientKindRows {
  /** The types of the activities that do its tasks, by the work of the task. */
  readonly taskActivities?: Readonly<Record<string, readonly string[]>>;
  /** The group of its operations in the API's description, if no other group has them. */
  readonly tag?: { readonly name: string; readonly description: string };
  /** The types of faults that only its jobs fail with. */
  readonly ownFaults?: readonly string[];
  /** The page of a job in the console: the name of a job at the beginning of a sentence, and the path before its id, for mails. */
  readonly page: { readonly title: string; readonly path: string };
  /** Path of its jobs in the API, and the field of log lines that holds their ids. */
  readonly route?: { readonly path: string; readonly logField: 'importId' };
}
