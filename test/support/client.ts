import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastify from 'fastify';
import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';
import { registerRoutes } from '../../api/app.ts';
import { API_PREFIX } from '../../api/http/prefix.ts';
import openapi from '../../api/plugins/app/openapi.ts';

/** The file with the types of the client. */
export const CLIENT_TYPES_FILE = fileURLToPath(new URL('../../client/schema.ts', import.meta.url));

/** The OpenAPI document of all routes, made without servers. */
export async function describeApi(): Promise<Record<string, unknown>> {
  const app = fastify();
  await app.register(openapi);
  await app.register(registerRoutes, { prefix: API_PREFIX });
  const response = await app.inject({ url: `${API_PREFIX}/openapi.json` });
  await app.close();
  return response.json();
}

/** The types of the client, generated from the OpenAPI document. */
export async function clientTypes(): Promise<string> {
  const document = withoutExamples(await describeApi()) as OpenAPI3;
  return PREFACE + astToString(await openapiTS(document));
}

/** Examples would make up a third of the file, as comments. */
function withoutExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, inner]) => !(key === 'example' || (key === 'examples' && Array.isArray(inner))),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutExamples(inner)]));
}

const PREFACE = '// Generated from the OpenAPI document by `npm run client`; a test fails when they differ.\n\n';

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(CLIENT_TYPES_FILE, await clientTypes());
}
