import type { CampaignTemplate } from '../../engine/db/campaign-templates.ts';
import { renderTime } from './times.ts';

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  idle: 'Step 1: Idle',
  scheduled: 'Step 2: Scheduled',
  sending: 'Step 3: Sending',
  finished: 'Step 4: Finished',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** Delivery settings as the API shows them. */
export function renderDispatch(
  template: CampaignTemplate,
  settings: Record<string, unknown>,
  zone: string,
): Record<string, unknown> {
  const of = (name: string) => settings[name] ?? null;
  const bounceEmailId = of('bounce_email_id');
  const [user, domain] = typeof bounceEmailId === 'string' ? bounceEmailId.split('@').map(Number) : [null, null];
  const virtualMtaId = of('virtual_mta_id');
  const [seedList] = template.seedLists;
  return {
    state: of('state'),
    state_description: typeof settings.state === 'string' ? (DESCRIPTIONS[settings.state] ?? null) : null,
    paused: of('paused'),
    from_email: of('from_email'),
    from_name: of('from_name'),
    reply_to: of('reply_to'),
    sender_email: of('sender_email'),
    speed: of('speed'),
    track_opens: of('track_opens'),
    track_links: of('track_links'),
    begins_at: typeof settings.begins_at === 'string' ? renderTime(new Date(settings.begins_at), zone) : null,
    started_at: null,
    finished_at: null,
    virtual_mta_id: virtualMtaId,
    virtual_mta_name: template.virtualMta,
    virtual_mta_type: virtualMtaId === null ? null : virtualMtaId === 0 ? 'default_route' : 'virtual_mta',
    bounce_email_id: bounceEmailId,
    bounce_email_name: template.bounceEmail,
    bounce_email_user_id: user ?? null,
    bounce_email_domain_id: domain ?? null,
    bounce_email_email: template.bounceEmail,
    url_domain_id: of('url_domain_id'),
    url_domain_name: template.urlDomain,
    url_domain_domain: template.urlDomain,
    seed_lists: template.seedLists,
    seed_list_id: seedList?.id ?? null,
    seed_list_name: seedList?.name ?? null,
    special_sending_rule_id: null,
    special_sending_rule_name: null,
    autowinner_enabled: of('autowinner_enabled'),
    autowinner_percentage: of('autowinner_percentage'),
    autowinner_delay_amount: of('autowinner_delay_amount'),
    autowinner_delay_unit: of('autowinner_delay_unit') ?? 'minutes',
    autowinner_metric: of('autowinner_metric'),
  };
}
