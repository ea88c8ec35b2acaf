import type { ComponentType } from 'preact';
import { inOrder } from '../../jobs/job-names.ts';
import type { JobsOfListProps } from '../../jobs/jobs-of-list.ts';
import type { Permission } from '../../../engine/domain/permissions.ts';
import { useMay } from '../../session/session.tsx';

interface OfKind {
  readonly JobsOfList: ComponentType<JobsOfListProps>;
  readonly place: number;
  readonly permission: Permission;
}

const FOUND = inOrder(import.meta.glob<OfKind>('../../jobs/kinds/*/of-list.tsx', { eager: true }));

/** The jobs of a list, in a table for each kind that has one and that the user may see. */
export function JobsOfList(props: JobsOfListProps) {
  const may = useMay();
  return (
    <>
      {FOUND.filter(({ permission }) => may(permission)).map(({ JobsOfList: OfOneKind, place }) => (
        <OfOneKind key={place} {...props} />
      ))}
    </>
  );
}
