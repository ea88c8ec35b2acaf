import type { FastifyRequest } from 'fastify';
import type { SignOnSecrets } from '../../engine/oidc/provider.ts';
import type { SecretBox } from '../../engine/secrets/secret-box.ts';
import { cookieOf } from '../http/cookie-of.ts';
import { API_PREFIX } from '../http/prefix.ts';

const NAME = 'sluice_sign_on';

/** Seconds in which the user comes back from the provider. */
const SECONDS = 600;

/** Purpose of the seal. */
const PURPOSE = Buffer.from('single-sign-on');

/**
 * The header Set-Cookie that binds a sign-on to the browser that began it: its secrets, sealed, for the call that ends it alone. That call
 * is one of the console's own page, not the redirect of the provider, so SameSite=Strict holds.
 */
export function signOnCookie(box: SecretBox, secrets: SignOnSecrets, publicUrl: string): string {
  const sealed = box.seal(JSON.stringify({ ...secrets, until: Date.now() + SECONDS * 1000 }), PURPOSE);
  return cookie(sealed.toString('base64url'), SECONDS, publicUrl);
}

/** The header Set-Cookie that takes it away. */
export function endedSignOnCookie(publicUrl: string): string {
  return cookie('', 0, publicUrl);
}

/** The secrets of the sign-on that the browser has begun; null when there is none, or it has expired. */
export function signOnSecretsOf(request: Pick<FastifyRequest, 'headers'>, box: SecretBox): SignOnSecrets | null {
  const value = cookieOf(request, NAME);
  if (value === null || !/^[\w-]{40,1000}$/.test(value)) return null;
  const text = box.open(Buffer.from(value, 'base64url'), PURPOSE);
  if (text === null) return null;
  const { until, ...secrets } = JSON.parse(text) as SignOnSecrets & { until: number };
  return until > Date.now() ? secrets : null;
}

function cookie(value: string, seconds: number, publicUrl: string): string {
  const { protocol, pathname } = new URL(publicUrl);
  const path = `${pathname.replace(/(?<!\/)\/+$/, '')}${API_PREFIX}/single_sign_on`;
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${NAME}=${value}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Strict${secure}`;
}
