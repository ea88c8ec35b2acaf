import type { FastifyRequest } from 'fastify';
import { EXTENSION_BOUNDS } from '../../engine/domain/extension-bounds.ts';

const NAME = 'sluice_session';

/** Whether a call is one of a session: only scripts of this service's own pages can add the header to one with a cookie. */
export function isSessionCall({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.authorization === undefined && headers['sluice-session'] !== undefined;
}

/** The token in the cookie of a call; null when there is none that can be one. */
export function tokenOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const cookies = (headers.cookie ?? '').split(';').map((each) => each.trim());
  const value = cookies.find((each) => each.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null;
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
