import { answerOf, SluiceApiError } from '../../client/index.ts';

interface Failed {
  readonly success: false;
  readonly error_code: string;
  readonly error_message: string;
}

/** The answer of a listing with its paging keys. @throws SluiceApiError when the call failed */
export async function listingOf<Row, Answer extends { readonly success: true; readonly data: readonly Row[] } | Failed>(
  call: Promise<{ data?: Answer; error?: unknown; response: Response }>,
): Promise<Extract<Answer, { success: true }>> {
  const answer = (await answerOf(call)) as Answer | Failed;
  if (answer.success) return answer as Extract<Answer, { success: true }>;
  const { response } = await call;
  throw new SluiceApiError(answer.error_code as SluiceApiError['code'], answer.error_message, { response });
}
