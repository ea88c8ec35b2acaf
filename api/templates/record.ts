import { z } from 'zod/v4';
import type { CampaignTemplate, TemplateHead } from '../../engine/db/campaigns/campaign-templates.ts';
import { dispatchRecord, renderDispatch } from './dispatch-record.ts';
import { renderTime } from '../http/times.ts';
import { EMAIL_FORMATS } from '../../engine/domain/subscribers.ts';
import { named, renderedTime, whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';
import { templateSummaryExample, templateExample } from './examples.ts';

const summary = {
  id: whole,
  name: z.string(),
  mailing_list_id: whole,
  mailing_list_name: z.string(),
  organization_id: whole,
  segmentation_criteria_id: whole.nullable(),
};

/** A template as lists show it. */
export const templateSummaryRecord = z
  .object(summary)
  .meta({ id: 'TemplateSummary', examples: [templateSummaryExample] });

const content = z.object({
  id: whole,
  name: z.string(),
  subject: z.string(),
  format: z.enum(EMAIL_FORMATS),
  html: z.string(),
  text: z.string(),
});

/** A template in detail. */
export const templateRecord = z
  .object({
    ...summary,
    organization_name: z.string(),
    segmentation_criteria_name: z.string().nullable(),
    segmentation_criteria_remote_sql: z.string().nullable(),
    archived: z.literal(false),
    content_determined: z.boolean(),
    custom_dynamic_template_id: z.null(),
    template: z.literal(true),
    created_at: renderedTime,
    updated_at: renderedTime,
    stat_summary: z.null(),
    content_stats: z.array(z.object({ content: named, stat_summary: z.null() })),
    automatic_winner_selection: z.null(),
    content_subject: z.string(),
    email_format: z.string(),
    content_html: z.string(),
    content_text: z.string(),
    contents: z.array(content),
    campaign_contents: z.array(content),
    dispatch: dispatchRecord.optional(),
  })
  .meta({ id: 'Template', examples: [templateExample] });

/** A template as lists show it. */
export function renderTemplateSummary(template: TemplateHead): Rendered<typeof templateSummaryRecord> {
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
export function renderTemplate(template: CampaignTemplate, zone: string): Rendered<typeof templateRecord> {
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
