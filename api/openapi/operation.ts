import type { z } from 'zod/v4';
import type { Permission } from '../../engine/domain/permissions.ts';
import type { PagingRules } from '../http/paging.ts';

/** Description of a route: its purpose, the schemas it reads by, and those of the records it renders. */
export interface Operation {
  /** The name of the operation in clients: a verb, camelCase, unique. */
  operationId: string;
  /** The kind of record, by which operations are grouped. */
  tag: string;
  summary: string;
  description?: string;
  /** Set where only system administrators are let in. */
  role?: 'system_admin';
  /** Whether the call needs no credential of a caller. */
  isPublic?: boolean;
  /** Bytes that the body of such a call may have, where these are more than of the others. */
  publicBytes?: number;
  /** Whether a session may make the call before its user has agreed to the terms and conditions. */
  isBeforeTerms?: true;
  /** Permission that a user of the role standard needs, or several of which one suffices, or `any`; unset: administrators only. */
  permission?: Permission | readonly Permission[] | 'any';
  query?: z.ZodObject;
  paging?: PagingRules;
  body?: z.ZodType;
  /** Whether the body may bring a long text along as file_source.content. */
  takesContent?: boolean;
  /** Whether a call with the header Idempotency-Key creates one record however often it is sent. */
  takesIdempotencyKey?: boolean;
  /** A body that is taken, if there are the records it names. */
  example?: unknown;
  /** The data of a success; null where there is none. It has an example, or is an array of what has one. */
  answer?: z.ZodType | null;
  /** The types of an answer that is not JSON, with an example of each. */
  files?: Readonly<Record<string, string>>;
  /** The type of a body that is not JSON. */
  bodyType?: string;
  /** The headers that the call has to have, by name. */
  headers?: Readonly<Record<string, { readonly description: string; readonly example: string }>>;
  /** The answers by HTTP status, of a protocol that has its own and reads the body itself: those of successes have no body. */
  statuses?: Readonly<Record<number, string>>;
  /** The data of a failure, where it may have any. */
  failure?: z.ZodType;
}

/** An operation, and where it is reached. */
export interface DescribedRoute extends Operation {
  method: string;
  /** The path below the prefix, in the framework's notation. */
  path: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
  }
}
