import type { FastifyRequest } from 'fastify';
import { EXTENSION_BOUNDS } from '../../engine/domain/extension-bounds.ts';
import { cookieOf } from '../http/cookie-of.ts';

const NAME = 'sluice_session';

/**
 * Whether a call is one of a session: only scripts of this service's own pages can add the header to one with a cookie. A file is also
 * fetched by a link, of which the browser says that it is on a page of this service.
 */
export function isSessionCall(request: Pick<FastifyRequest, 'headers' | 'method' | 'routeOptions'>): boolean {
  const { headers } = request;
  if (headers.authorization !== undefined) return false;
  return headers['sluice-session'] !== undefined || (headers['sec-fetch-site'] === 'same-origin' && isOfFile(request));
}

/** Whether a call reads a file that a browser saves. */
function isOfFile({ method, routeOptions }: Pick<FastifyRequest, 'method' | 'routeOptions'>): boolean {
  return method === 'GET' && routeOptions.config.operation?.files?.['text/csv'] !== undefined;
}

/** The token in the cookie of a call; null when there is none that can be one. */
export function tokenOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  const value = cookieOf(request, NAME);
  return value !== null && /^[\w-]{43}$/.test(value) ? value : null;
}

/**
 * The header Set-Cookie that gives a browser a token, or (null) takes it away. It has no path, so the browser sends the cookie
 * to the API alone, also where a proxy serves the API below a path.
 */
export function sessionCookie(token: string | null, { isEncrypted }: { readonly isEncrypted: boolean }): string {
  const seconds = token === null ? 0 : EXTENSION_BOUNDS.sessionAge.max / 1000;
  const secure = isEncrypted ? '; Secure' : '';
  return `${NAME}=${token ?? ''}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** Whether the browser reaches the service by TLS: by the page that makes the call, else by the public address. */
export function isEncrypted({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: string | undefined): boolean {
  return (headers.origin ?? publicUrl ?? '').startsWith('https:');
}
