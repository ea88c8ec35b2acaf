import { TimedOut } from '../platform/timeouts.ts';

/** Cause of a sign-on that failed: the provider does not answer as one, it did not let the user in, or its answer is not valid. */
export type OidcFaultKind = 'away' | 'declined' | 'refused';

/** A sign-on that failed. `reason` is a code: no token, no address and no text of the provider. */
export class OidcFault extends Error {
  readonly kind: OidcFaultKind;
  readonly reason: string;

  constructor(kind: OidcFaultKind, reason: string) {
    super(`The single sign-on failed (${reason}).`);
    this.name = 'OidcFault';
    this.kind = kind;
    this.reason = reason;
  }
}

/** The fault behind whatever a call of the provider throws. */
export function faultOf(error: unknown): OidcFault {
  if (error instanceof OidcFault) return error;
  if (error instanceof TimedOut) return new OidcFault('away', 'timeout');
  const codes = codesOf(error);
  const reason = codes.join(', ') || 'no code';
  if (codes.includes('OAUTH_AUTHORIZATION_RESPONSE_ERROR')) return new OidcFault('declined', reason);
  return new OidcFault(codes.some((code) => AWAY.test(code)) ? 'away' : 'refused', reason);
}

/** Codes of a connection that failed, of an answer in time, and of one that is none of OpenID Connect. */
const AWAY =
  /^(?:E[A-Z]+|UND_ERR_\w+|OAUTH_(?:TIMEOUT|ABORT|RESPONSE_IS_NOT_\w+|PARSE_ERROR)|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|ANSWER_TOO_LARGE|UNPROTECTED_ADDRESS)$/;

/** The codes of an error and of its causes, and the error of OAuth 2.0 that the provider has answered with. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    const { code, error: answered } = each as { code?: unknown; error?: unknown };
    for (const value of [code, answered]) {
      if (typeof value === 'string' && /^\w{1,60}$/.test(value) && !codes.includes(value)) codes.push(value);
    }
  }
  return codes;
}
