import type { FastifyInstance } from 'fastify';
import { readImportUsage } from '../../engine/db/imports/usage.ts';
import { ValidationFailed } from '../../engine/platform/errors.ts';

/** @throws ValidationFailed when the organization has too many unfinished imports */
export async function requireTurn(app: FastifyInstance, organizationId: number): Promise<void> {
  requireFewUnfinished(app, await readImportUsage(app.db, organizationId));
}

/** @throws ValidationFailed when the organization has too many unfinished imports, or too much stored for them */
export async function requireRoom(app: FastifyInstance, organizationId: number): Promise<void> {
  const usage = await readImportUsage(app.db, organizationId);
  requireFewUnfinished(app, usage);
  const { importSourcesBytes } = app.config;
  if (usage.sourceBytes < importSourcesBytes) return;
  throw new ValidationFailed(
    `the sources of the organization's unfinished and failed imports and dry runs take ${usage.sourceBytes} bytes of at ` +
      `most ${importSourcesBytes}: wait for the end of some, cancel some, start the dry runs, or wait until the retention ` +
      'of failed imports and dry runs is over',
  );
}

function requireFewUnfinished({ config }: FastifyInstance, { unfinished }: { unfinished: number }): void {
  const { unfinishedImports } = config;
  if (unfinished < unfinishedImports) return;
  throw new ValidationFailed(
    `the organization has ${unfinished} unfinished imports of at most ${unfinishedImports}: wait for their end, or cancel some`,
  );
}
