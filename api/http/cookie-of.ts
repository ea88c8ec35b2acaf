import type { FastifyRequest } from 'fastify';

/** The value of a cookie of a call; null when it has none of that name. */
export function cookieOf({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | null {
  const cookies = (headers.cookie ?? '').split(';').map((each) => each.trim());
  return cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}
