import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { AddressRefused } from './errors.ts';

const CONNECT_MS = 30_000;

export interface GuardOptions {
  readonly isAllowedAddress: (address: string) => boolean;
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
      if (error || !first) return callback(error ?? new Error(`${hostname} has no address.`), '');
      if (!found.every(({ address }) => isAllowedAddress(address))) return callback(new AddressRefused(hostname), '');
      if (lookupOptions.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
  const connect = buildConnector({ timeout: CONNECT_MS, lookup: guardedLookup, signal });

  return (target, callback) => {
    // A literal address is connected to without a lookup. The URL parser has already made one spelling of all notations.
    if (isIP(target.hostname) !== 0 && !isAllowedAddress(target.hostname)) {
      return callback(new AddressRefused(target.hostname), null);
    }
    connect(target, callback);
  };
}
