import type { FastifyInstance } from 'fastify';
import { createMailingList } from '../../../engine/lists/mailing-lists.ts';
import { success } from '../../http/envelope.ts';
import { attributesOf } from '../../http/attributes.ts';
import { mailingListInput, readMailingList } from '../input.ts';
import { mailingListRecord, renderMailingList } from '../record.ts';
import { described } from '../../openapi/operation.ts';
import { objectOf } from '../../http/values.ts';

const operation = {
  tag: 'Mailing lists',
  summary: 'Adds a mailing list.',
  body: objectOf({ mailing_list: mailingListInput }),
  example: { mailing_list: { name: 'News', d_from_email: 'news@example.com' } },
  answer: mailingListRecord,
};

/** Adds a list to the caller's organization. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post(
    '/mailing_lists',
    described('createMailingList', operation),
    async ({ caller: { organizationId }, body, db }) => {
      const attributes = attributesOf(body, 'mailing_list', mailingListInput);
      const created = await createMailingList(db, organizationId, (lookups) =>
        readMailingList(attributes, { organizationId, current: null, lookups }),
      );
      return success(renderMailingList(created));
    },
  );

  done();
}
