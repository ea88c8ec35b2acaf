import { dataOf } from '../../client/index.ts';
import { useAnswer } from './use-answer.ts';
import { useApi } from '../session/session.tsx';

/** The segments that are offered: as many as a page of the API has. */
const SEGMENTS = 2000;

/** Reads the segments of a list that can be chosen; again when `changes` grows. */
export function useSegments(listId: number, changes = 0) {
  const { client } = useApi();
  const params = { path: { id: listId }, query: { per_page: SEGMENTS } };
  return useAnswer(() => dataOf(client.GET('/mailing_lists/{id}/segments', { params })), [client, listId, changes]);
}
