import { dataOf } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApi } from '../../session/session.tsx';

/** The pages above those of the subscribers of a list. */
export function useAbove(listId: number) {
  const { client } = useApi();
  const lists = useAnswer(() => dataOf(client.GET('/subscriber_counts')), [client]);
  const list = lists.data?.mailing_lists.find(({ mailing_list: { id } }) => id === listId);
  return [
    { name: 'Lists', href: linkTo('/lists') },
    { name: list?.mailing_list.name ?? `List ${listId}`, href: linkTo(`/lists/${listId}`) },
  ];
}
