import { SluiceError } from '../engine/errors.ts';
import { CODE_OF } from './statuses.ts';
import type { Situation } from './statuses.ts';

/** A call that is refused before any record is looked at; the situation decides the HTTP status. */
export class CallRefused extends SluiceError {
  readonly situation: Situation;

  constructor(situation: Situation, message: string) {
    super(CODE_OF[situation], message);
    this.situation = situation;
  }
}

/** The credential is missing, unknown, unreadable or no longer active. */
export class NotAuthenticated extends CallRefused {
  constructor() {
    super('unauthenticated', 'a valid API key is required');
  }
}

/** The key's role is too low for the path, or for what it is to change. */
export class NotAllowed extends CallRefused {
  constructor(message = 'this path is for system administrators only') {
    super('not_authorized', message);
  }
}

/** The body cannot be read as JSON. */
export class UnreadableBody extends CallRefused {
  constructor(message: string) {
    super('unreadable_body', message);
  }
}

/** The key has made more calls within a minute than it may. */
export class TooManyCalls extends CallRefused {
  constructor(perMinute: number, seconds: number) {
    const wait = `wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
    super('too_many_calls', `this API key may make ${perMinute} calls a minute; ${wait}`);
  }
}
