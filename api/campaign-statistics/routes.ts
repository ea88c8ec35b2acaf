import { sumCampaignCounters } from '../../engine/db/campaigns/campaign-statistics.ts';
import { QUERY_TIME, queryTime } from '../http/query.ts';
import { route } from '../http/route.ts';
import { instantIn } from '../http/times.ts';
import { objectOf } from '../http/values.ts';
import { requireMailingList } from '../mailing-lists/lookups.ts';
import { timeZoneOf } from '../users/organization-lookups.ts';
import { campaignStatisticsRecord, renderCampaignStatistics } from './record.ts';

export default [
  route({
    method: 'GET',
    path: '/mailing_lists/:id/campaign_statistics',
    operationId: 'getCampaignStatistics',
    permission: 'campaign.read_stats',
    tag: 'Mailing lists',
    summary: 'Sums the statistics of the campaigns of a mailing list.',
    query: objectOf({
      started_at__start: queryTime.describe(`Counts campaigns that started at this time or later. ${QUERY_TIME}`),
      started_at__end: queryTime.describe(`Counts campaigns that started before this time. ${QUERY_TIME}`),
    }),
    answer: campaignStatisticsRecord,
    handle: async (request, input) => {
      const { id, organizationId } = await requireMailingList(request, request.params.id);
      const { started_at__start: first, started_at__end: last } = input.query;
      const timeZone = await timeZoneOf(request, organizationId);
      const start = first && instantIn(timeZone, first);
      const end = last && instantIn(timeZone, last);
      return renderCampaignStatistics(await request.read((db) => sumCampaignCounters(db, id, { start, end })));
    },
  }),
];
