import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { AddressRefused, NoPublicAddress } from './errors.ts';

const CONNECT_MS = 30_000;
/** Code of the system's resolver when no name server has answered. */
const COULD_NOT_ASK = 'EAI_AGAIN';

export interface GuardOptions {
  /** Whether an address may be connected to; null allows every one. */
  readonly isAllowedAddress: ((address: string) => boolean) | null;
  /** Destroys every socket, also one that is still connecting. */
  readonly signal: AbortSignal;
  /** Replaces the system's resolver; what it answers is checked all the same. */
  readonly lookup?: LookupFunction;
}

/**
 * Connects sockets for undici, to allowed addresses only. The check is part of the connecting itself: the address that was
 * checked is the address that is used, so a name that resolves differently a moment later gains nothing.
 */
export function createGuardedConnector(options: GuardOptions): buildConnector.connector {
  const { isAllowedAddress, signal, lookup = systemLookup } = options;

  const guardedLookup: LookupFunction = (hostname, lookupOptions, callback) => {
    lookup(hostname, { ...lookupOptions, all: true }, (error, answer) => {
      const found = typeof answer === 'string' ? [{ address: answer, family: isIP(answer) }] : (answer ?? []);
      const first = found[0];
      const cause = error ?? (first ? null : new Error(`${hostname} has no address.`));
      if (isAllowedAddress !== null && (cause || !found.every(({ address }) => isAllowedAddress(address)))) {
        const retryable = cause !== null && 'code' in cause && cause.code === COULD_NOT_ASK;
        return callback(new NoPublicAddress(hostname, { retryable, cause }), '');
      }
      if (cause || !first) return callback(cause, '');
      if (lookupOptions.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
  const connect = buildConnector({ timeout: CONNECT_MS, lookup: guardedLookup, signal });

  return (target, callback) => {
    // A literal address is connected to without a lookup. The URL parser has already made one spelling of all notations.
    if (isIP(target.hostname) !== 0 && isAllowedAddress?.(target.hostname) === false) {
      return callback(new AddressRefused(target.hostname), null);
    }
    connect(target, callback);
  };
}
