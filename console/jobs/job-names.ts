/** Names of a kind of job; apart from the rest of the kind, so that a page with links does not load the machines. */
export interface JobName {
  /** As the events and `/jobs/all` name it. */
  readonly jobType: string;
  /** As a person names a job of the kind, at the beginning of a sentence. */
  readonly title: string;
  /** The path of its pages. */
  readonly path: string;
  /** Position among the kinds, from 1. */
  readonly place: number;
  /** A job of the kind leaves no list whose page could be opened. */
  readonly deletesList?: true;
}

const FOUND = import.meta.glob<JobName>('./kinds/*/name.ts', { eager: true, import: 'jobName' });

/** The names of every kind: of each folder in `kinds/`. */
export const JOB_NAMES: readonly JobName[] = inOrder(FOUND);

/** Sorts the modules that were found, one for each kind, by place. */
export function inOrder<Part extends { readonly place: number }>(
  found: Readonly<Record<string, Part>>,
): readonly Part[] {
  return Object.values(found).sort((one, other) => one.place - other.place);
}
