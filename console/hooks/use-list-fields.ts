import { dataOf } from '../../client/index.ts';
import { useApi } from '../session/session.tsx';
import { useAnswer } from './use-answer.ts';

/** The fields that are read: no list has more, with those of all lists (`BOUNDS.listFields`). */
const FIELDS = 2000;

/** Reads all custom fields that the subscribers of a list have. */
export function useListFields(listId: number) {
  const { client } = useApi();
  const params = { path: { id: listId }, query: { per_page: FIELDS } };
  return useAnswer(() => dataOf(client.GET('/mailing_lists/{id}/custom_fields', { params })), [client, listId]);
}
