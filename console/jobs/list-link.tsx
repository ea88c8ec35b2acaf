import { dataOf } from '../../client/index.ts';
import { linkTo } from '../base.ts';
import { useAnswer } from '../hooks/use-answer.ts';
import { useApi } from '../session/session.tsx';
import type { JobRecord } from './job-kind.ts';
import type { Inspection } from './use-job.ts';

interface ListLinkProps {
  list: Pick<JobRecord, 'listId' | 'listName'>;
  /** Undefined until the first answer. */
  inspection: Inspection | undefined;
}

/** The list of a job: a link if the key opens its page, which the lists of other organizations do not have. */
export function ListLink({ list: { listId, listName }, inspection }: ListLinkProps) {
  const { client } = useApi();
  // Only system administrators have actions, and they see the jobs of other organizations.
  const isOperator = (inspection?.actions.length ?? 0) > 0;
  const counts = useAnswer(
    async () => (isOperator ? await dataOf(client.GET('/subscriber_counts')) : null),
    [client, isOperator],
  );
  const isOwn = !isOperator || counts.data?.organization.id === inspection?.organization_id;
  if (listId === null || inspection === undefined || !isOwn) return <>{listName}</>;
  return <a href={linkTo(`/lists/${listId}`)}>{listName}</a>;
}
