import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod/v4';
import type { Operation } from '../openapi/operation.ts';
import { requireAccess } from './access.ts';
import type { Body } from './attributes.ts';
import { JSON_TYPE, success, successText } from './envelope.ts';
import { answerOnce } from './idempotency-key.ts';
import type { OnceAnswers } from './idempotency-key.ts';
import { JsonTexts, readPaging } from './paging.ts';
import type { Page, PagingOf, PagingRules } from './paging.ts';
import type { Rendered } from './record-values.ts';
import { readQuery } from './query.ts';
import type { Query } from './query.ts';

/**
 * Declaration of an endpoint, which is executed: `query`, `paging` and `body` parse what is sent, `role` and `permission` are
 * checked before `handle` is called, what `handle` returns is the data of the success, and the OpenAPI document is made of the same declaration.
 */
interface Declaration<
  Path extends string,
  Table extends z.ZodObject,
  Rules extends PagingRules,
  Read,
  Answer extends z.ZodType | null,
>
  extends Omit<Operation, 'query' | 'paging' | 'body' | 'answer'>, Parts<Table, Rules, Read> {
  method: HTTPMethods;
  /** The path below the prefix, in the framework's notation. */
  path: Path;
  answer?: Answer;
  /**
   * Returns the data of the success, or a page of it where `paging` is declared. Where `files` or `statuses` are declared, it
   * sends its answer itself.
   */
  handle: (
    request: RequestOf<Path>,
    input: Input<Table, Rules, Read>,
    reply: FastifyReply,
  ) => AnswerOf<Answer, Rules> | Promise<AnswerOf<Answer, Rules>>;
}

type AnswerOf<Answer extends z.ZodType | null, Rules> = [Answer] extends [never]
  ? FastifyReply
  : Answer extends z.ZodType
    ? [Rules] extends [never]
      ? Rendered<Answer> | JsonTexts
      : Page<Rendered<Answer>>
    : null;

/** An endpoint that can be registered. */
export interface Route {
  readonly method: HTTPMethods;
  readonly path: string;
  readonly operation: Operation;
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

/** A call with the parameters of its path. */
export type RequestOf<Path extends string> = FastifyRequest<{ Params: Readonly<Record<NamesIn<Path>, string>> }>;

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/**
 * Input of a call by its declaration. Each part is parsed when it is first read, so a handler that looks for the record of the
 * path first answers that it is missing before it answers what is wrong with the input.
 */
export interface Input<Table extends z.ZodObject, Rules, Read> {
  /** @throws InvalidRequest */
  readonly query: Query<Table>;
  /** @throws InvalidRequest; RequestedTooMany */
  readonly paging: PagingOf<Rules>;
  /** @throws InvalidRequest */
  readonly body: Read;
  /** Creates a record once for each Idempotency-Key, where `takesIdempotencyKey` is declared. @throws KeyReused; UnreadableKey */
  readonly once: <Data>(answers: OnceAnswers<Data>) => Promise<Data>;
}

/** Input by the part of a declaration that several endpoints share. */
export type InputOf<Shared> = Input<
  Shared extends { query: infer Table extends z.ZodObject } ? Table : NoParameters,
  Shared extends { paging: infer Rules extends PagingRules } ? Rules : never,
  Shared extends { body: Body<infer Read> } ? Read : undefined
>;

type NoParameters = z.ZodObject<Record<never, never>>;

/** Makes an endpoint of its declaration. */
export function route<
  const Path extends string,
  Table extends z.ZodObject = NoParameters,
  Rules extends PagingRules = never,
  Read = undefined,
  Answer extends z.ZodType | null = never,
>(declaration: Declaration<Path, Table, Rules, Read, Answer>): Route {
  const { method, path, handle, body, ...described } = declaration;
  const { paging, files, statuses } = described;
  return {
    method,
    path,
    operation: { ...described, ...(body !== undefined && { body: body.schema }) },
    answer: async (request, reply) => {
      if (described.isPublic !== true) requireAccess(request.caller, described);
      const answered: unknown = handle(request as RequestOf<Path>, inputOf(request, declaration, reply), reply);
      const answer = await answered;
      if (files !== undefined || statuses !== undefined) return answer;
      const { records, keys } =
        paging === undefined ? { records: answer, keys: {} } : (answer as Page<readonly unknown[]>);
      if (!(records instanceof JsonTexts)) return success(records, keys);
      return reply.type(JSON_TYPE).send(successText(records.texts, keys));
    },
  };
}

/** Registers an endpoint. The framework answers HEAD like GET, except that a stream of events would never end. */
export function register(app: FastifyInstance, { method, path, operation, answer }: Route): void {
  const exposeHeadRoute = operation.files === undefined || !('text/event-stream' in operation.files);
  app.route({ method, url: path, config: { operation }, exposeHeadRoute, handler: answer });
}

/** The part of a declaration that says what is sent. */
interface Parts<Table, Rules, Read> extends Pick<Operation, 'takesIdempotencyKey'> {
  query?: Table;
  paging?: Rules;
  body?: Body<Read>;
}

function inputOf<Table extends z.ZodObject, Rules extends PagingRules, Read>(
  request: FastifyRequest,
  { query: table, paging: rules, body, takesIdempotencyKey }: Parts<Table, Rules, Read>,
  reply: FastifyReply,
): Input<Table, Rules, Read> {
  let query: Query<Table> | undefined;
  let paging: PagingOf<Rules> | undefined;
  let read: Read | undefined;
  const readTable = () => (query ??= (table === undefined ? {} : readQuery(request.query, table)) as Query<Table>);
  return {
    get query() {
      return readTable();
    },
    get paging() {
      return (paging ??= (rules && readPaging(request.query, rules, readTable)) as PagingOf<Rules>);
    },
    get body() {
      return (read ??= body?.read(request.body)) as Read;
    },
    once: (answers) => {
      if (takesIdempotencyKey !== true) throw new Error('An endpoint that creates once declares takesIdempotencyKey.');
      return answerOnce(request, reply, answers);
    },
  };
}
