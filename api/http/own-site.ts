import type { FastifyRequest } from 'fastify';

/**
 * Whether a call comes from a page of this service, or from no page. Programs send neither header; a browser sends at least one
 * with every call that is no plain read.
 */
export function isOfThisSite({ headers, host }: FastifyRequest, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  if (publicUrl !== undefined && new URL(publicUrl).origin === origin) return true;
  return new URL(origin).host === host;
}
