import { join } from 'node:path';
import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import type { LongText } from '../../http/bodies/long-text.ts';
import { readBody } from '../../http/bodies/read-body.ts';
import type { Body } from '../../http/bodies/read-body.ts';
import { createShare } from '../../http/bodies/share.ts';
import type { Claim } from '../../http/bodies/share.ts';
import { HalfCharacter, UnreadableBody } from '../../http/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The text that waits in a file and the one that is in its place in the body; null when there is none. */
    longText: { readonly placeholder: string; readonly text: LongText } | null;
  }
}

/** Bodies are JSON whatever text type the client names, or a form's, or none; an empty one is no body. They are bounded as they arrive. */
export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    const parseJson = app.getDefaultJsonParser('error', 'error');
    const memory = createShare({ all: BOUNDS.bodiesInMemory.max, ofOne: BOUNDS.bodiesInMemoryOfOne.max });
    const files = createShare({ all: BOUNDS.bodiesInFiles.max, ofOne: BOUNDS.bodiesInFilesOfOne.max });

    const claims = new WeakMap<FastifyRequest, readonly Claim[]>();
    const release = (request: FastifyRequest) => {
      claims.get(request)?.forEach((claim) => claim.close());
      void request.longText?.text.close();
    };

    const read = async (request: FastifyRequest): Promise<Body> => {
      const organizationId = (request.caller as { organizationId: number } | undefined)?.organizationId ?? 0;
      const inMemory = memory.open(organizationId);
      const inFiles = files.open(organizationId);
      claims.set(request, [inMemory, inFiles]);
      const {
        takesContent = false,
        isPublic = false,
        publicBytes = BOUNDS.publicBody.max,
      } = request.routeOptions.config.operation ?? {};
      const mostSmall = isPublic ? publicBytes : BOUNDS.smallBody.max;
      try {
        return await readBody(request.raw, {
          most: takesContent ? app.config.maxBodyBytes : Math.min(app.config.maxBodyBytes, mostSmall),
          announced: announcedBytes(request),
          folder: takesContent ? join(app.config.filesDir, FOLDER) : null,
          inMemory,
          inFiles,
        });
      } catch (error) {
        release(request);
        throw error;
      }
    };
    app.decorateRequest('longText', null);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', async (request: FastifyRequest) => {
      // A protocol of its own reads the body as it arrives.
      if (request.routeOptions.config.operation?.statuses !== undefined) return undefined;
      if (announcedBytes(request) === 0) return undefined;
      if (!isJsonType(request) && !isFormType(request)) throw new NotJsonType();
      const { text, long } = await read(request);
      request.longText = long;
      if (text.trim() === '') return undefined;
      const value = await new Promise<unknown>((resolve, reject) => {
        void parseJson(request, text, (error, parsed) => {
          if (error === null) resolve(parsed);
          else reject(isFormType(request) ? new NotJsonType() : new NotJson());
        });
      });
      if (SURROGATE_ESCAPE.test(text)) requireWholeCharacters(value);
      if (long !== null) requireAsContent(value, long.placeholder);
      return value;
    });
    // A client that goes away gets no answer, and one that gets an answer may keep its connection.
    app.addHook('preParsing', (request, reply, _payload, next) => {
      reply.raw.once('close', () => release(request));
      next();
    });
    app.addHook('onResponse', (request, _reply, answered) => {
      release(request);
      answered();
    });
    done();
  },
  { name: 'bodies' },
);

/** Below FILES_DIR, where nothing ever has a name for longer than it takes to open it. */
const FOLDER = 'bodies';

class NotJson extends UnreadableBody {
  constructor() {
    super('the body is not valid JSON');
  }
}

class NotJsonType extends UnreadableBody {
  constructor() {
    super('the body must be JSON, of type application/json');
  }
}

function announcedBytes({ headers }: FastifyRequest): number | null {
  return headers['content-length'] === undefined ? null : Number(headers['content-length']);
}

function isJsonType(request: FastifyRequest): boolean {
  const type = request.headers['content-type'];
  return type === undefined || /^\s*(?:application\/(?:[\w.-]+\+)?json|text\/[\w.-]+)\s*(?:;|$)/i.test(type);
}

/** Whether a body has the media type of forms, which curl sends for `-d`: JSON is taken under it, forms are not. */
function isFormType({ headers }: FastifyRequest): boolean {
  return /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(headers['content-type'] ?? '');
}

/** The placeholder stands for inline content and must be nothing else. @throws UnreadableBody */
function requireAsContent(value: unknown, placeholder: string, path = ''): void {
  if (value === placeholder && !path.endsWith('/file_source/content')) {
    throw new UnreadableBody(`only file_source.content can be longer than ${BOUNDS.keptText.max} bytes`);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name === placeholder) throw new NotJson();
    requireAsContent(inner, placeholder, path.length > LONG_PATH ? path : `${path}/${name}`);
  }
}

const LONG_PATH = 200;

/** The only way to half a character in JSON whose bytes are UTF-8. */
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

/** Postgres and files would store U+FFFD in its place. @throws HalfCharacter */
function requireWholeCharacters(value: unknown): void {
  if (typeof value === 'string' && !value.isWellFormed()) throw new HalfCharacter();
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    requireWholeCharacters(name);
    requireWholeCharacters(inner);
  }
}
