import type { FastifyInstance } from 'fastify';
import { sumCampaignCounters } from '../../../engine/db/campaigns/campaign-statistics.ts';
import { timeZoneOf } from '../../users/organization-lookups.ts';
import { success } from '../../http/envelope.ts';
import { requireMailingList } from '../../mailing-lists/lookups.ts';
import { campaignStatisticsRecord, renderCampaignStatistics } from '../record.ts';
import { described } from '../../openapi/operation.ts';
import { QUERY_TIME, queryTime, readQuery } from '../../http/query.ts';
import { instantIn } from '../../http/times.ts';
import { objectOf } from '../../http/values.ts';

const period = objectOf({
  started_at__start: queryTime.describe(`Counts campaigns that started then or later. ${QUERY_TIME}`),
  started_at__end: queryTime.describe(`Counts campaigns that started before then. ${QUERY_TIME}`),
});
const operation = {
  tag: 'Mailing lists',
  summary: 'Sums the statistics of the campaigns of a mailing list.',
  query: period,
  answer: campaignStatisticsRecord,
};

/** Sums the statistics of the campaigns of a list that started within a period. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>(
    '/mailing_lists/:id/campaign_statistics',
    described('getCampaignStatistics', operation),
    async (request) => {
      const { id, organizationId } = await requireMailingList(request, request.params.id);
      const { started_at__start: first, started_at__end: last } = readQuery(request.query, period);
      const timeZone = await timeZoneOf(request, organizationId);
      const start = first && instantIn(timeZone, first);
      const end = last && instantIn(timeZone, last);
      const sums = await request.read((db) => sumCampaignCounters(db, id, { start, end }));
      return success(renderCampaignStatistics(sums));
    },
  );

  done();
}
