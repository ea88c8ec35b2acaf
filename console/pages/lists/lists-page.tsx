import { dataOf } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { formatCount } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { StackedBar } from '../../parts/stacked-bar.tsx';
import { statusParts, totalOf } from '../../parts/statuses.ts';
import { useApi } from '../../session/session.tsx';

/** The lists of the organization with their subscribers by status. */
export function ListsPage() {
  const { client } = useApi();
  const counts = useAnswer(() => dataOf(client.GET('/subscriber_counts')), [client]);
  return (
    <Page title="Lists">
      {counts.error !== null && <ErrorPanel error={counts.error} onRetry={counts.reload} />}
      {counts.data !== undefined && (
        <DataTable
          caption="Lists"
          rows={counts.data.mailing_lists}
          keyOf={({ mailing_list }) => mailing_list.id}
          empty={<p>There is no list yet.</p>}
          columns={[
            { name: 'List', cell: ({ mailing_list: { id, name } }) => <a href={linkTo(`/lists/${id}`)}>{name}</a> },
            { name: 'Subscribers', isNumber: true, cell: ({ counts }) => formatCount(totalOf(counts)) },
            {
              name: 'By status',
              cell: ({ mailing_list: { name }, counts }) => (
                <StackedBar label={`Subscribers of ${name}`} parts={statusParts(counts)} />
              ),
            },
          ]}
        />
      )}
    </Page>
  );
}
