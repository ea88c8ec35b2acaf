import type { InjectOptions, LightMyRequestResponse } from 'fastify';

/** A `fetch` that calls an app without a network. */
export function injectedFetch(inject: (options: InjectOptions) => Promise<LightMyRequestResponse>) {
  return async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const body = await request.text();
    const answer = await inject({
      method: request.method,
      url: `${pathname}${search}`,
      headers: Object.fromEntries(request.headers),
      ...(body !== '' && { payload: body }),
    });
    const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(answer.body, { status: answer.statusCode, headers });
  };
}
