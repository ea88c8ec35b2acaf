import type { ComponentType } from 'preact';
import type { AnyStateMachine } from 'xstate';
import type { components, SluiceClient } from '../../client/index.ts';
import type { Charts } from '../state-chart/chart.ts';
import type { JobName } from './job-names.ts';

export type Activity = components['schemas']['JobActivity'];

/** A job of any kind, as its page shows it. */
export interface JobRecord {
  /** Null when the list has no page of its own any more. */
  readonly listId: number | null;
  readonly listName: string;
  readonly state: string;
  /** The source or subject of the job, such as the name of the file; null when it has none. */
  readonly subject: string | null;
  readonly isDryRun: boolean;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly errorMessage: string | null;
  /** Reason of a pause by a limit; null without one. */
  readonly pauseReason: string | null;
  readonly done: number;
  /** Null while it is not known. */
  readonly total: number | null;
}

/** Live figures of a running job. */
export interface LiveCounts {
  /** By counter; empty before the first. */
  readonly counters: Readonly<Record<string, number>>;
}

interface DetailsProps<Row> {
  readonly id: number;
  readonly row: Row;
  readonly live: LiveCounts | null;
  /** Grows when something of the job has changed that the row does not hold. */
  readonly changes: number;
}

/** A kind of job in the console, which its folder in `kinds/` exports. All else iterates over the kinds. */
export interface ConsoleKind<Row = unknown> extends JobName {
  /** As the paths `/jobs/:job_kind/:id` of the API name it. */
  readonly name: string;
  /** The unit of its progress, in singular and plural. */
  readonly unit: { readonly one: string; readonly many: string };
  readonly machine: AnyStateMachine;
  readonly charts: Charts;
  readonly read: (client: SluiceClient, id: number) => Promise<Row>;
  readonly record: (row: Row) => JobRecord;
  readonly activity: (client: SluiceClient, id: number) => Promise<readonly Activity[]>;
  /** The commands that clients have, each with its call. */
  readonly commands: Readonly<Record<string, (client: SluiceClient, id: number) => Promise<unknown>>>;
  /** The events of one job, if the API has them; of the others the stream of all jobs is read. */
  readonly events?: (id: number) => string;
  /** The result of a job that has ended, with what to do next. */
  readonly Result?: ComponentType<Pick<DetailsProps<Row>, 'id' | 'row'>>;
  /** Sections of the page that only this kind has. */
  readonly Details?: ComponentType<DetailsProps<Row>>;
}
