import type { FastifyInstance } from 'fastify';
import { lockOrganization } from '../../../engine/db/organizations.ts';
import { segmentText } from '../../../engine/db/segment-text.ts';
import { readSegmentSurroundings } from '../../../engine/db/segment-surroundings.ts';
import { insertSegment } from '../../../engine/db/segments.ts';
import { InvalidRequest } from '../../../engine/errors.ts';
import { success } from '../../envelope.ts';
import { requireLocalList } from '../../lookups.ts';
import { textOf } from '../../parameters.ts';
import { attributesOf } from '../../schemas/attributes.ts';
import { segmentInput } from '../../schemas/segment-clause-kinds.ts';
import { renderSegment } from '../../schemas/segment-record.ts';
import { flag } from '../../schemas/values.ts';
import { readSegment } from '../../segment-lookups.ts';

/** Adds a segment to a list. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post<{ Params: { id: string } }>('/mailing_lists/:id/segments', async (request) => {
    const { organizationId, id: mailingListId } = await requireLocalList(app, request, request.params.id);
    const includesSql = readIncludeSql(request.query);
    const attributes = attributesOf(request.body, 'segmentation_criteria', segmentInput);
    const created = await app.db.transaction(async (db) => {
      await lockOrganization(db, organizationId);
      const segment = await readSegment(db, attributes, { organizationId, mailingListId, segmentId: null });
      const id = await insertSegment(db, mailingListId, segment);
      return { id, organizationId, mailingListId, isRemoteList: false, ...segment };
    });
    const surroundings = await readSegmentSurroundings(app.db, organizationId);
    return success({
      ...renderSegment(created, surroundings),
      ...(includesSql && { criteria_sql: segmentText(created, surroundings) }),
    });
  });

  done();
}

function readIncludeSql(query: unknown): boolean {
  const parsed = flag.safeParse(textOf(query, 'include_sql') ?? false);
  if (!parsed.success) throw new InvalidRequest('include_sql must be true or false');
  return parsed.data;
}
