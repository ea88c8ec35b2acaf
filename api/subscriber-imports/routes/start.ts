import type { FastifyInstance } from 'fastify';
import { UniqueIntegrityConstraintViolationError } from 'slonik';
import {
  forgetSourceBytes,
  insertSubscriberImport,
  reserveSubscriberImportId,
} from '../../../engine/db/imports/new-imports.ts';
import { findSubscriberImport } from '../../../engine/db/imports/subscriber-imports.ts';
import type { SubscriberImport } from '../../../engine/db/imports/subscriber-imports.ts';
import { sourceKey } from '../../../engine/files/source-key.ts';
import { NotFound, ValidationFailed } from '../../../engine/platform/errors.ts';
import { attributesOfBody } from '../../http/attributes.ts';
import { success } from '../../http/envelope.ts';
import { requireSubscriberImport } from '../../mailing-lists/lookups.ts';
import { described } from '../../openapi/operation.ts';
import { timeZoneOf } from '../../users/organization-lookups.ts';
import { beginsAtInput, readBeginsAt } from '../begins-at.ts';
import { renderImport, subscriberImportRecord } from '../record.ts';
import { requireTurn } from '../room.ts';
import { startImport } from '../start.ts';

const operation = {
  tag: 'Extensions',
  summary: 'Starts a finished dry run as an import.',
  description:
    'The answer is the new import, which has the source and the options of the dry run and begins immediately, or at the ' +
    'time that is sent. A dry run is started once, and until the retention of its logs ends.',
  body: beginsAtInput.optional(),
  answer: subscriberImportRecord,
};

/** Sources of so many bytes are imported inline. */
const SMALL_BYTES = 65_536;

/** Starts a finished dry run as an import of its own, without the source being sent again. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post<{ Params: { id: string } }>(
    '/subscriber_imports/:id/start',
    described('startSubscriberImport', operation),
    async (request) => {
      const dryRun = await requireSubscriberImport(app, request, request.params.id);
      const refusal = refusalOf(dryRun);
      if (refusal !== null) throw new ValidationFailed(refusal);
      const timeZone = await timeZoneOf(app, request.caller, dryRun.organizationId);
      const sent = attributesOfBody(request.body ?? {}, beginsAtInput);
      const beginsAt = readBeginsAt(sent, timeZone);
      sent.check();
      await requireTurn(app, dryRun.organizationId);
      const { created, sourceBytes } = await store(dryRun, beginsAt, request.caller.keyId);
      await startImport(app, created, { isSmall: sourceBytes <= SMALL_BYTES });
      return success(renderImport(created, request.caller.timeZone));
    },
  );

  async function store(
    dryRun: SubscriberImport,
    beginsAt: Date,
    keyId: number,
  ): Promise<{ created: SubscriberImport; sourceBytes: number }> {
    const { mailingListId, options, id: dryRunId } = dryRun;
    const id = await reserveSubscriberImportId(app.db);
    // The dry run keeps its source until the row is written, so that a start that is interrupted can be repeated.
    const sourceBytes = await app.files.link(sourceKey(dryRunId), sourceKey(id));
    if (sourceBytes === null) throw new ValidationFailed(GONE);
    try {
      const isAdded = await insertSubscriberImport(app.db, {
        ...{ id, mailingListId, dryRunId, sourceBytes, keyId, claim: null },
        ...{ beginsAt, options: { ...options, dry_run: false }, policy: app.config.policy },
      });
      const created = isAdded ? await findSubscriberImport(app.pool, id, null) : null;
      if (created === null) throw new NotFound('mailing list');
      await app.files.remove(sourceKey(dryRunId));
      await forgetSourceBytes(app.db, dryRunId);
      return { created, sourceBytes };
    } catch (error) {
      const isStarted = error instanceof UniqueIntegrityConstraintViolationError;
      if (isStarted || error instanceof NotFound) await app.files.remove(sourceKey(id));
      if (isStarted) throw new ValidationFailed('the dry run was started already', { cause: error });
      throw error;
    }
  }

  done();
}

const GONE = 'the source of the dry run is no longer stored: create an import with the file';

function refusalOf({ state, options, startedImportId, id }: SubscriberImport): string | null {
  if (options.dry_run !== true) return `import ${id} is no dry run, and only a dry run can be started`;
  if (startedImportId !== null) return `the dry run was started already, as import ${startedImportId}`;
  return state === 'finished' ? null : `the dry run is ${state}, and only a finished one can be started`;
}
