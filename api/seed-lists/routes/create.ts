import type { FastifyInstance } from 'fastify';
import { createSeedList } from '../../../engine/lists/seed-lists.ts';
import { success } from '../../http/envelope.ts';
import { attributesOf } from '../../http/attributes.ts';
import { readSeedList, seedListInput } from '../input.ts';
import { renderSeedList, seedListRecord } from '../record.ts';
import { described } from '../../openapi/operation.ts';
import { objectOf } from '../../http/values.ts';

const operation = {
  tag: 'Seed lists',
  summary: 'Adds a seed list.',
  body: objectOf({ seed_list: seedListInput }),
  example: { seed_list: { name: 'Team', addresses_array: ['ann@example.com'] } },
  answer: seedListRecord,
};

/** Adds a seed list to the caller's organization. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post('/seed_lists', described('createSeedList', operation), async ({ caller: { organizationId }, body, db }) => {
    const attributes = attributesOf(body, 'seed_list', seedListInput);
    const created = await createSeedList(db, organizationId, (isNameTaken) =>
      readSeedList(attributes, null, isNameTaken),
    );
    return success(renderSeedList(created));
  });

  done();
}
