import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SourceRoom } from '../../engine/db/sources/new-source.ts';
import { noRoomForSource, readImportUsage } from '../../engine/db/sources/usage.ts';
import type { ImportUsage } from '../../engine/db/sources/usage.ts';
import { ValidationFailed } from '../../engine/platform/errors.ts';

/** @throws ValidationFailed when the organization has too many unfinished imports */
export async function requireTurn(app: FastifyInstance, { db }: FastifyRequest, organizationId: number): Promise<void> {
  requireFewUnfinished(app, await readImportUsage(db, organizationId));
}

/**
 * Requires that an organization may have a further import. @returns how much it has stored for the others
 * @throws ValidationFailed when it has too many unfinished imports, or as much stored for them as it may
 */
export async function requireRoom(
  app: FastifyInstance,
  { db }: FastifyRequest,
  organizationId: number,
): Promise<ImportUsage> {
  const usage = await readImportUsage(db, organizationId);
  requireFewUnfinished(app, usage);
  const { importSourcesBytes: most } = app.config;
  if (usage.sourceBytes >= most) throw new ValidationFailed(`the ${noRoomForSource(usage.sourceBytes, most)}`);
  return usage;
}

/** Sources of so many bytes do not wait for each other, as long as there is room for more of them than calls run at a time. */
const SMALL_BYTES = 65_536;
const MANY = 1_024;

/** The room that a stored source must fit into as its import is added; null: it surely fits. */
export function roomFor(
  app: FastifyInstance,
  organizationId: number,
  { usage, bytes }: { readonly usage: ImportUsage; readonly bytes: number },
): SourceRoom | null {
  const { importSourcesBytes: most } = app.config;
  return bytes <= SMALL_BYTES && usage.sourceBytes + MANY * SMALL_BYTES <= most ? null : { organizationId, most };
}

function requireFewUnfinished({ config }: FastifyInstance, { unfinished }: { unfinished: number }): void {
  const { unfinishedImports } = config;
  if (unfinished < unfinishedImports) return;
  throw new ValidationFailed(
    `the organization has ${unfinished} unfinished imports of at most ${unfinishedImports}: wait for their end, or cancel some`,
  );
}
