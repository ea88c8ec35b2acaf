import { SluiceApiError } from './api-error.ts';
import type { SluiceErrorCode } from './api-error.ts';

/** An answer in JSON: `success` says which one. */
type Envelope = { success: true; data: unknown } | Failure;

interface Failure {
  success: false;
  error_code: string;
  error_message: string;
}

/** The result of a call: `data` has the answers with HTTP status 200, refusals included, `error` has all others. */
type Call<Data, Failed> = Promise<
  { data: Data; error?: never; response: Response } | { data?: never; error: Failed; response: Response }
>;

/** The whole answer of a call, with its paging keys. It narrows on `success`. @throws SluiceApiError when there is none */
export async function answerOf<Data extends Envelope, Failed extends Envelope>(
  call: Call<Data, Failed>,
): Promise<Data | Failed> {
  const { data, error, response } = await call;
  const answer = data ?? error;
  if (isEnvelope(answer)) return answer;
  throw new SluiceApiError('no_answer', `${response.url} answered ${response.status} without JSON of the API`, {
    response,
  });
}

/** The data of a success. @throws SluiceApiError when the call failed */
export async function dataOf<Data extends Envelope, Failed extends Envelope>(
  call: Call<Data, Failed>,
): Promise<Extract<Data, { success: true }>['data']> {
  const answer = await answerOf(call);
  if (answer.success) return (answer as Extract<Data, { success: true }>).data;
  throw refusalOf(answer, (await call).response);
}

/**
 * The bytes of a file or a log, of a call with `parseAs: 'stream'`.
 * @throws SluiceApiError when the answer is a refusal
 */
export async function fileOf(
  call: Promise<{ data?: ReadableStream<Uint8Array> | null; error?: unknown; response: Response }>,
): Promise<ReadableStream<Uint8Array>> {
  const { data, error, response } = await call;
  if (isEnvelope(error)) throw refusalOf(error as Failure, response);
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  if (data != null && !isJson) return data;
  throw refusalOf((await new Response(data ?? null).json()) as Failure, response);
}

function refusalOf({ error_code, error_message }: Failure, response: Response): SluiceApiError {
  return new SluiceApiError(error_code as SluiceErrorCode, error_message, { response });
}

function isEnvelope<Value>(value: Value): value is Exclude<Value, undefined> {
  return typeof value === 'object' && value !== null && 'success' in value;
}
