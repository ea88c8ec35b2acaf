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
interface Result {
  data?: unknown;
  error?: unknown;
  response: Response;
}

// Of the whole result: inferred from its parts, `undefined` would be one of them where optional properties may hold it.
type Answer<Of extends Result> = NonNullable<Of['data']> | NonNullable<Of['error']>;

type Data<Of extends Result> =
  NonNullable<Of['data']> extends infer A ? (A extends { success: true; data: infer D } ? D : never) : never;

/** The whole answer of a call, with its paging keys. It narrows on `success`. @throws SluiceApiError when there is none */
export async function answerOf<Of extends Result>(call: Promise<Of>): Promise<Answer<Of>> {
  const { data, error, response } = await call;
  const answer = data ?? error;
  if (isEnvelope(answer)) return answer;
  throw new SluiceApiError('no_answer', `${response.url} answered ${response.status} without JSON of the API`, {
    response,
  });
}

/** The data of a success. @throws SluiceApiError when the call failed */
export async function dataOf<Of extends Result>(call: Promise<Of>): Promise<Data<Of>> {
  const answer: unknown = await answerOf(call);
  if ((answer as Envelope).success) return (answer as { data: Data<Of> }).data;
  throw refusalOf(answer as Failure, (await call).response);
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

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && 'success' in value;
}
