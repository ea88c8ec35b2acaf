import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse as Response } from 'fastify';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { STATUS_OF } from '../../../api/http/statuses.ts';

/** An OpenAPI document, as far as it is looked at. */
export interface ApiDocument {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, any>; responses: Record<string, any> };
}

/** An operation as the OpenAPI document describes it. */
export interface Described {
  operationId: string;
  parameters: { name: string; in: 'path' | 'query' | 'header'; schema: any; example?: unknown }[];
  requestBody?: { content: Record<string, { schema: any; example?: any }> };
  responses: Record<string, any>;
}

/** Answers the function that throws when an answer in JSON is not as the API's own document says. */
export function checkAnswers(app: FastifyInstance): (options: InjectOptions, response: Response) => Promise<void> {
  return async (options, response) => {
    const path = (typeof options.url === 'string' ? options.url : '').split('?', 1)[0] ?? '';
    if (!path.startsWith(`${API_PREFIX}/`) || !isJson(response)) return;
    const validate = await (shared.sluiceAnswers ??= documentOf(app).then(validateAnswers));
    validate(options.method ?? 'GET', path.slice(API_PREFIX.length), response);
  };
}

/** For all test files of this process, since every API serves the same document, and compiling it takes half a second. */
const shared = globalThis as { sluiceAnswers?: Promise<ReturnType<typeof validateAnswers>> };

/** The document as it is served. */
export async function documentOf(app: FastifyInstance): Promise<ApiDocument> {
  return (await app.inject({ url: `${API_PREFIX}/openapi.json` })).json<ApiDocument>();
}

/** Whether an answer is in JSON. */
export function isJson({ headers }: Response): boolean {
  return /^application\/json; charset=utf-8$/.test(String(headers['content-type']));
}

/** Makes the check of a document. */
export function validateAnswers(document: ApiDocument) {
  // Most checks run once or twice in a process: to shorten their code takes longer than to run it.
  const code = { optimize: false };
  const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false, inlineRefs: false, code });
  ajv.addSchema(document, 'api');
  const known = new Map<string, ValidateFunction>();
  const templates = Object.keys(document.paths).map((path) => [path, patternOf(path)] as const);
  // Of two templates that fit a path the router takes the one with fewer places.
  templates.sort(([one], [other]) => placesIn(one) - placesIn(other));

  return (method: string, path: string, { statusCode, payload }: Response): void => {
    const template = templates.find(
      ([name, pattern]) => pattern.test(path) && lower(method) in document.paths[name]!,
    )?.[0];
    if (template === undefined || statusCode === STATUS_OF.unknown_route) return;
    const place = placeOf(document, template, lower(method), statusCode);
    let validate = known.get(place);
    if (validate === undefined) known.set(place, (validate = ajv.compile({ $ref: `api#${place}` })));
    if (validate(JSON.parse(payload))) return;
    const errors = ajv.errorsText(validate.errors, { dataVar: 'answer' });
    throw new Error(`${method} ${template} answered ${statusCode}, which is not as it is described: ${errors}`);
  };
}

function placeOf(document: ApiDocument, path: string, method: string, status: number): string {
  const { responses } = document.paths[path]![method]!;
  const response = responses[status];
  if (response === undefined) throw new Error(`The status ${status} of ${method} ${path} is not described.`);
  const start = response.$ref?.slice(1) ?? `/paths/${escape(path)}/${method}/responses/${status}`;
  return `${start}/content/application~1json/schema`;
}

function escape(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

function placesIn(path: string): number {
  return path.split('{').length;
}

function lower(method: string): string {
  return method.toLowerCase();
}
