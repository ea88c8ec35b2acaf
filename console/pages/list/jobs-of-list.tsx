import type { ComponentType } from 'preact';
import { inOrder } from '../../jobs/job-names.ts';
import type { JobsOfListProps } from '../../jobs/jobs-of-list.ts';

interface OfKind {
  readonly JobsOfList: ComponentType<JobsOfListProps>;
  readonly place: number;
}

const FOUND = inOrder(import.meta.glob<OfKind>('../../jobs/kinds/*/of-list.tsx', { eager: true }));

/** The jobs of a list, in a table for each kind that has one. */
export function JobsOfList(props: JobsOfListProps) {
  return (
    <>
      {FOUND.map(({ JobsOfList: OfOneKind, place }) => (
        <OfOneKind key={place} {...props} />
      ))}
    </>
  );
}
