import type { FastifyInstance } from 'fastify';
import { sumCampaignCounters } from '../../../engine/db/campaign-statistics.ts';
import { success } from '../../envelope.ts';
import { requireMailingList } from '../../lookups.ts';
import { campaignStatisticsRecord, renderCampaignStatistics } from '../../schemas/campaign-statistics-record.ts';
import { described } from '../../openapi/operation.ts';
import { queryTime, readQuery } from '../../schemas/query.ts';
import { objectOf } from '../../schemas/values.ts';

const period = objectOf({
  started_at__start: queryTime.describe('Counts campaigns that started then or later.'),
  started_at__end: queryTime.describe('Counts campaigns that started before then.'),
});
const operation = {
  tag: 'Mailing lists',
  summary: 'Sums up what became of the campaigns of a mailing list.',
  query: period,
  answer: campaignStatisticsRecord,
};

/** What became of the campaigns of a list that started within a period. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>(
    '/mailing_lists/:id/campaign_statistics',
    described(operation),
    async (request) => {
      const { id } = await requireMailingList(app, request, request.params.id);
      const { started_at__start: start, started_at__end: end } = readQuery(request.query, period);
      const sums = await app.read(request.caller.organizationId, (db) => sumCampaignCounters(db, id, { start, end }));
      return success(renderCampaignStatistics(sums));
    },
  );

  done();
}
