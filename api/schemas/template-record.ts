import type { CampaignTemplate } from '../../engine/db/campaign-templates.ts';
import { renderDispatch } from './template-dispatch-record.ts';
import { renderTime } from './times.ts';

/** A template as lists show it. */
export function renderTemplateSummary(template: CampaignTemplate): Record<string, unknown> {
  return {
    id: template.id,
    name: template.name,
    mailing_list_id: template.mailingListId,
    mailing_list_name: template.mailingListName,
    organization_id: template.organizationId,
    segmentation_criteria_id: template.segmentId,
  };
}

/** A template in detail; `dispatch` is there only when delivery settings were given. */
export function renderTemplate(template: CampaignTemplate, zone: string): Record<string, unknown> {
  const { contents, dispatch } = template;
  const [first] = contents;
  return {
    id: template.id,
    name: template.name,
    mailing_list_id: template.mailingListId,
    mailing_list_name: template.mailingListName,
    organization_id: template.organizationId,
    organization_name: template.organizationName,
    segmentation_criteria_id: template.segmentId,
    segmentation_criteria_name: template.segmentName,
    segmentation_criteria_remote_sql: template.remoteSql,
    archived: false,
    content_determined: contents.some(({ subject }) => subject !== ''),
    custom_dynamic_template_id: null,
    template: true,
    created_at: renderTime(template.createdAt, zone),
    updated_at: renderTime(template.updatedAt, zone),
    stat_summary: null,
    content_stats: contents.map(({ id, name }) => ({ content: { id, name }, stat_summary: null })),
    automatic_winner_selection: null,
    content_subject: first?.subject ?? '',
    email_format: first?.format ?? '',
    content_html: first?.html ?? '',
    content_text: first?.text ?? '',
    contents,
    campaign_contents: contents,
    ...(dispatch !== null && { dispatch: renderDispatch(template, dispatch, zone) }),
  };
}
