import { SluiceError } from '../../engine/platform/errors.ts';
import { CODE_OF } from './statuses.ts';
import type { Situation } from './statuses.ts';

/** A call that is refused before any record is looked at; the situation decides the HTTP status. */
export class CallRefused extends SluiceError {
  readonly situation: Situation;
  /** Seconds after which another try may succeed, for the header Retry-After. */
  readonly retryAfter: number | null;
  /** Whether the call may have been done all the same, for the header Sluice-Outcome. */
  readonly isOutcomeUnknown: boolean;

  constructor(
    situation: Situation,
    message: string,
    { retryAfter = null, isOutcomeUnknown = false }: { retryAfter?: number | null; isOutcomeUnknown?: boolean } = {},
  ) {
    super(CODE_OF[situation], message);
    this.situation = situation;
    this.retryAfter = retryAfter;
    this.isOutcomeUnknown = isOutcomeUnknown;
  }
}

/** The credential is missing, unknown, unreadable or no longer active. */
export class NotAuthenticated extends CallRefused {
  constructor() {
    super('unauthenticated', 'a valid API key is required');
  }
}

/** No session is begun, or the one of the call has ended. Browsers show no dialog of their own for it. */
export class SessionRefused extends CallRefused {
  constructor(message = 'the session has ended: sign in again') {
    super('unauthenticated', message);
  }
}

/** The role or the permissions of the caller are too low for the path, or for what it is to change. */
export class NotAllowed extends CallRefused {
  constructor(message = 'this path is for system administrators only') {
    super('not_authorized', message);
  }
}

/** The user of the session has not agreed to the terms and conditions. */
export class TermsNotAgreed extends CallRefused {
  constructor() {
    super(
      'not_authorized',
      'you have not agreed to the terms and conditions: read terms_to_agree of GET /session, and agree with PUT /session/terms',
    );
  }
}

/** The call has more headers than are read. */
export class TooManyHeaders extends CallRefused {
  constructor(most: number) {
    super('headers_too_large', `a call can have at most ${most} headers`);
  }
}

/** No route has the path. */
export class UnknownPath extends CallRefused {
  constructor() {
    super('unknown_route', 'no such path');
  }
}

/** The path has an escape that stands for no text. */
export class UnreadablePath extends CallRefused {
  constructor() {
    super('unreadable_body', 'the path or the query has a "%" that is not the start of a UTF-8 escape like %20');
  }
}

/** A page of another site has a browser make the call. */
export class FromAnotherSite extends CallRefused {
  constructor() {
    super(
      'not_authorized',
      'a browser sent this call for a page of another site: only pages of this service may do that',
    );
  }
}

/** The header Idempotency-Key is no key. */
export class UnreadableKey extends CallRefused {
  constructor(most: number) {
    super('unreadable_body', `the header Idempotency-Key must have 1 to ${most} printable characters of ASCII`);
  }
}

/** The key came with another path or body within the last 24 hours. */
export class KeyReused extends CallRefused {
  constructor() {
    super(
      'idempotency_key_reused',
      'this Idempotency-Key was sent with another path or body within the last 24 hours: send a new key with a new call',
    );
  }
}

/** The body cannot be read as JSON. */
export class UnreadableBody extends CallRefused {
  constructor(message: string) {
    super('unreadable_body', message);
  }
}

/** The body is not text in UTF-8, in which every attribute is stored. */
export class NotUtf8 extends UnreadableBody {
  constructor() {
    super('the body has bytes that are not UTF-8: send its JSON in UTF-8');
  }
}

/** A text of the body has one half of a pair of surrogates, which is no character. */
export class HalfCharacter extends UnreadableBody {
  constructor() {
    super('the body has half a character: an escape from \\ud800 to \\udfff needs the other half of its pair');
  }
}

/** The caller makes more calls than it may; a call after so many seconds can be answered again. */
export class TooManyCalls extends CallRefused {
  constructor(reason: string, seconds: number) {
    super('too_many_calls', `${reason}; wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`, {
      retryAfter: seconds,
    });
  }
}

/** The body has more bytes than its path takes. */
export class BodyTooLarge extends CallRefused {
  constructor(most: number) {
    super('body_too_large', `the body is larger than the ${most} bytes that this path takes`);
  }
}

/** Too many bodies are being received: of the organization, or of all organizations. */
export class TooMuchConcurrently extends CallRefused {
  constructor(situation: 'too_much_at_once' | 'busy', what?: string) {
    const whose = situation === 'busy' ? 'the service is receiving' : 'this organization is sending';
    const message = `${what ?? `${whose} too much at once`}: try again in ${RETRY_AFTER_SECONDS} seconds`;
    super(situation, message, { retryAfter: RETRY_AFTER_SECONDS });
  }
}

/** The database has a schema that this version does not know, or none. */
export class DatabaseUpgraded extends CallRefused {
  constructor() {
    super(
      'database_away',
      `the database of the service is being upgraded: try again in ${RETRY_AFTER_SECONDS} seconds`,
      {
        retryAfter: RETRY_AFTER_SECONDS,
      },
    );
  }
}

/** A service that the call needs cannot be reached, or its connection broke during the call. */
class ServiceAway extends CallRefused {
  /** @param isRead whether the call changes nothing, whatever became of it */
  constructor(situation: Situation, what: string, isRead: boolean) {
    const wait = `${what}: try again in ${RETRY_AFTER_SECONDS} seconds`;
    const message = isRead ? wait : `${wait}, but look first whether this call took effect, which is not known`;
    super(situation, message, { retryAfter: RETRY_AFTER_SECONDS, isOutcomeUnknown: !isRead });
  }
}

/** Postgres cannot be reached, or its connection broke during the call. */
export class DatabaseAway extends ServiceAway {
  /** @param isRead whether the call changes nothing, whatever became of it */
  constructor(isRead: boolean) {
    super('database_away', 'the database of the service does not answer', isRead);
  }
}

/** A statement of the call took longer than it may, since the database has much to do or others change the same records. */
export class DatabaseBusy extends ServiceAway {
  /** @param isRead whether the call changes nothing, whatever became of it */
  constructor(isRead: boolean) {
    super(
      'busy',
      'the call took too long, since others change the same records or the database has much to do',
      isRead,
    );
  }
}

/** The service that keeps the files cannot be reached, says nothing, fails or is busy. */
export class FilesAway extends ServiceAway {
  /** @param reason its code, such as `SlowDown` or `ETIMEDOUT` */
  constructor(reason: string, isRead: boolean) {
    super('files_away', `the file store of the service failed (${reason})`, isRead);
  }
}

/** The provider of the single sign-on cannot be reached, says nothing or fails. */
export class ProviderAway extends CallRefused {
  constructor() {
    const message = 'the provider of the single sign-on does not answer: try again, or sign in with your password';
    super('provider_away', message, { retryAfter: RETRY_AFTER_SECONDS });
  }
}

/** Seconds after which a caller may try again. */
const RETRY_AFTER_SECONDS = 10;

/** The organization has as many costly reads under way and waiting as it may. */
export class TooManyReads extends CallRefused {
  constructor(reads: number) {
    const message = `the organization has ${reads} reads of lists, subscribers or statistics under way; wait for some of them`;
    super('too_many_calls', message, { retryAfter: RETRY_AFTER_SECONDS });
  }
}
