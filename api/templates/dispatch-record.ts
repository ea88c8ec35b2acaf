import { z } from 'zod/v4';
import type { CampaignTemplate } from '../../engine/db/campaigns/campaign-templates.ts';
import { renderTime } from '../http/times.ts';
import { AUTOWINNER_METRICS, AUTOWINNER_UNITS } from '../mailing-lists/settings.ts';
import { named, renderedTime, whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';
import { DISPATCH_STATES } from './dispatch-input.ts';

const text = z.string().nullable();

/** Delivery settings as the API shows them. */
export const dispatchRecord = z
  .object({
    state: z.enum(DISPATCH_STATES),
    state_description: text,
    paused: z.boolean(),
    from_email: text,
    from_name: text,
    reply_to: text,
    sender_email: text,
    speed: whole,
    track_opens: z.boolean(),
    track_links: z.boolean(),
    begins_at: renderedTime.nullable(),
    started_at: z.null(),
    finished_at: z.null(),
    virtual_mta_id: whole.nullable(),
    virtual_mta_name: text,
    virtual_mta_type: z.enum(['default_route', 'virtual_mta']).nullable(),
    bounce_email_id: text,
    bounce_email_name: text,
    bounce_email_user_id: whole.nullable(),
    bounce_email_domain_id: whole.nullable(),
    bounce_email_email: text,
    url_domain_id: whole.nullable(),
    url_domain_name: text,
    url_domain_domain: text,
    seed_lists: z.array(named),
    seed_list_id: whole.nullable(),
    seed_list_name: text,
    special_sending_rule_id: z.null(),
    special_sending_rule_name: z.null(),
    autowinner_enabled: z.boolean(),
    autowinner_percentage: text,
    autowinner_delay_amount: whole.nullable(),
    autowinner_delay_unit: z.enum(AUTOWINNER_UNITS),
    autowinner_metric: z.enum(AUTOWINNER_METRICS).nullable(),
  })
  .meta({ id: 'TemplateDispatch' });

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  idle: 'Step 1: Idle',
  scheduled: 'Step 2: Scheduled',
  sending: 'Step 3: Sending',
  finished: 'Step 4: Finished',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

type Dispatch = Rendered<typeof dispatchRecord>;

/** Delivery settings as the API shows them, stored as `dispatchInput` reads them. */
export function renderDispatch(template: CampaignTemplate, settings: Record<string, unknown>, zone: string): Dispatch {
  const of = <Name extends keyof Dispatch>(name: Name) => (settings[name] ?? null) as Dispatch[Name];
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
