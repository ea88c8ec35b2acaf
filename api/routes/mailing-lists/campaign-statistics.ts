import type { FastifyInstance } from 'fastify';
import { sumCampaignCounters } from '../../../engine/db/campaign-statistics.ts';
import { success } from '../../envelope.ts';
import { requireMailingList } from '../../lookups.ts';
import { timeOf } from '../../query-values.ts';
import { renderCampaignStatistics } from '../../schemas/campaign-statistics-record.ts';

/** What became of the campaigns of a list that started within a period. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>('/mailing_lists/:id/campaign_statistics', async (request) => {
    const { id } = await requireMailingList(app, request, request.params.id);
    const period = { start: timeOf(request.query, 'started_at__start'), end: timeOf(request.query, 'started_at__end') };
    return success(renderCampaignStatistics(await sumCampaignCounters(app.db, id, period)));
  });

  done();
}
