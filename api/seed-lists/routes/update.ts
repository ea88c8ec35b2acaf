import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../engine/db/core/slonik.ts';
import { changeSeedList } from '../../../engine/lists/seed-lists.ts';
import { requireSeedList } from '../../users/organization-lookups.ts';
import { success } from '../../http/envelope.ts';
import { attributesOf } from '../../http/attributes.ts';
import { readSeedList, seedListInput } from '../input.ts';
import { renderSeedList, seedListRecord } from '../record.ts';
import { described } from '../../openapi/operation.ts';
import { objectOf } from '../../http/values.ts';

const operation = {
  tag: 'Seed lists',
  summary: 'Changes what is sent of a seed list.',
  body: objectOf({ seed_list: seedListInput.partial() }),
  example: { seed_list: { addresses_array: ['bob@example.com'] } },
  answer: seedListRecord,
};

/** Changes what is sent of a seed list. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.put<{ Params: { id: string } }>('/seed_lists/:id', described('updateSeedList', operation), async (request) => {
    await requireSeedList(request.db, request);
    const attributes = attributesOf(request.body, 'seed_list', seedListInput);
    const find = (db: Database) => requireSeedList(db, request);
    const updated = await changeSeedList(request.db, find, (current, isNameTaken) =>
      readSeedList(attributes, current, isNameTaken),
    );
    return success(renderSeedList(updated));
  });

  done();
}
