import { dataOf } from '../../client/index.ts';
import type { SluiceClient } from '../../client/index.ts';

/** An action of an operator on a job. */
export interface JobAction {
  readonly kind: string;
  readonly id: number;
  readonly action: string;
}

/** Sends an action of an operator. @returns a sentence that reports the result */
export async function sendAction(client: SluiceClient, { kind, id, action }: JobAction): Promise<string> {
  const path = { params: { path: { job_kind: kind as 'subscriber_import', id } } };
  const { result } = await dataOf(client.POST(`/jobs/{job_kind}/{id}/${action.replace('-', '_') as 'retry'}`, path));
  return result;
}
