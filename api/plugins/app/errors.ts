import fp from 'fastify-plugin';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPostgresAway } from '../../../engine/db/core/postgres-away.ts';
import { isStatementTimeout } from '../../../engine/db/core/slonik.ts';
import { FileStoreDown } from '../../../engine/files/errors.ts';
import { describeError } from '../../../engine/platform/describe-error.ts';
import { SluiceError } from '../../../engine/platform/errors.ts';
import { failure, JSON_TYPE } from '../../http/envelope.ts';
import {
  CallRefused,
  DatabaseAway,
  DatabaseBusy,
  FilesAway,
  SessionRefused,
  UnknownPath,
  UnreadablePath,
} from '../../http/errors.ts';
import { CODE_OF, STATUS_OF } from '../../http/statuses.ts';

/** Every failure leaves as an envelope; a fault of ours says nothing of the inside but the request id of its log line. */
export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    app.setErrorHandler(answerFault);
    app.setNotFoundHandler((request, reply) => answerFault(new UnknownPath(), request, reply));
    done();
  },
  { name: 'errors' },
);

/** Answers an error that a handler, a hook or the framework itself has raised. */
export function answerFault(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  // The framework answers a path that it cannot decode without the hooks of others.
  void reply.type(JSON_TYPE).header('x-content-type-options', 'nosniff');
  // An error of ours says what it is about: a file store or a URL whose host is away has such a cause, too.
  if (!(error instanceof SluiceError) && isPostgresAway(error)) {
    request.log.error({ fault: describeError(error) }, 'call failed: Postgres does not answer');
    answerRefusal(new DatabaseAway(READS.includes(request.method)), reply);
    return;
  }
  if (isStatementTimeout(error)) {
    request.log.error({ fault: describeError(error) }, 'call failed: a statement took too long');
    answerRefusal(new DatabaseBusy(READS.includes(request.method)), reply);
    return;
  }
  if (error instanceof SluiceError) {
    if (error.code === 'internal_error') request.log.error({ fault: describeError(error) }, 'call failed');
    const isRead = READS.includes(request.method);
    const isAway = error instanceof FileStoreDown && error.isTransient;
    answerRefusal(isAway ? new FilesAway(error.reason, isRead) : error, reply);
    return;
  }
  const refusal = refusalByFramework(error);
  if (refusal !== null) {
    void reply.status(STATUS_OF[refusal.situation]).send(failure(CODE_OF[refusal.situation], refusal.message));
    return;
  }
  request.log.error({ fault: describeError(error) }, 'call failed unexpectedly');
  const message = `an internal error occurred; the request id is ${request.id}`;
  void reply.status(STATUS_OF.internal_error).send(failure('internal_error', message));
}

const READS: readonly string[] = ['GET', 'HEAD'];

const SETTLED = { retryAfter: null, isOutcomeUnknown: false };

function answerRefusal(error: SluiceError, reply: FastifyReply): void {
  const situation = error instanceof CallRefused ? error.situation : error.code;
  if (situation === 'unauthenticated') {
    void reply.header('www-authenticate', `${error instanceof SessionRefused ? 'Session' : 'Basic'} realm="API"`);
  }
  const { retryAfter, isOutcomeUnknown } = error instanceof CallRefused ? error : SETTLED;
  if (retryAfter !== null) void reply.header('retry-after', retryAfter);
  if (isOutcomeUnknown) void reply.header('sluice-outcome', 'unknown');
  void reply.status(STATUS_OF[situation]).send(failure(error.code, error.message, error.data));
}

function refusalByFramework(error: unknown): Pick<CallRefused, 'situation' | 'message'> | null {
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_BAD_URL') return new UnreadablePath();
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return { situation: 'unreadable_body', message: 'the request could not be read' };
  }
  return null;
}
