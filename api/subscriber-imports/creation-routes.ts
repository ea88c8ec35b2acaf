import { findReferencedRuleSet } from '../../engine/db/imports/column-rule-sets.ts';
import { listApplicableFields } from '../../engine/db/fields/custom-fields.ts';
import { findAutoresponder } from '../../engine/db/subscribers/autoresponders.ts';
import { wrapped } from '../http/attributes.ts';
import { route } from '../http/route.ts';
import { objectOf } from '../http/values.ts';
import { requireLocalList, requireSubscriberImport } from '../mailing-lists/lookups.ts';
import { timeZoneOf } from '../users/organization-lookups.ts';
import { importAnalysisRecord, renderAnalysis } from './analysis-record.ts';
import { contentOf } from '../sources/content.ts';
import { readImportRequest, subscriberImportInput } from './input.ts';
import { fieldEntriesOf } from './mapping-input.ts';
import { createImport } from './new-import.ts';
import { renderImport, renderNewImport } from './render-import.ts';
import { subscriberImportRecord } from './record.ts';
import { readSavedRules, savedRulesInput } from './saved-rules.ts';
import { analyzeImportSource } from './source-analysis.ts';
import { sourceFilesOf } from '../sources/source-files.ts';
import { detectedFormatInput, fileSourceInput, readFileSource, readSentFormat } from '../sources/source-input.ts';

/** Analyzes a source before it is imported. */
export const analyzeRoute = route({
  method: 'POST',
  path: '/mailing_lists/:id/subscriber_imports/analyze',
  operationId: 'analyzeSubscriberImport',
  permission: 'subscriber.import',
  tag: 'Extensions',
  summary: 'Analyzes the beginning of a source and suggests how to import it. Imports nothing.',
  description:
    'The answer has the format, the columns with samples, a suggested column_mapping and warnings. Attributes of file_format that are sent are used as they are; the others are detected. With column_rule_set the suggested rules include the saved ones.',
  body: wrapped(
    'subscriber_import',
    objectOf({ ...savedRulesInput.shape, file_source: fileSourceInput, file_format: detectedFormatInput.nullish() }),
  ),
  takesContent: true,
  example: {
    subscriber_import: { file_source: { type: 'json', content: 'E-Mail;Vorname\nann@example.com;Ann\n' } },
  },
  answer: importAnalysisRecord,
  handle: async (request, input) => {
    const { server: app, db } = request;
    const list = await requireLocalList(request, request.params.id);
    const { organizationId, id: mailingListId } = list;
    const { body: attributes } = input;
    const fields = await listApplicableFields(db, { organizationId, mailingListId });
    const savedRules = await readSavedRules(attributes.as(savedRulesInput), {
      ...{ list, fields },
      findRuleSet: (reference) => findReferencedRuleSet(db, organizationId, reference),
    });
    const { file_source, content } = await readFileSource(attributes, sourceFilesOf(app, request, organizationId));
    const sentFormat = readSentFormat(attributes.within('file_format'));
    attributes.check();
    const analysis = await analyzeImportSource(app, request, {
      ...{ list, fields, sentFormat, savedRules },
      timeZone: await timeZoneOf(request, organizationId),
      fileSource: file_source,
      content: contentOf(request, content),
    });
    return renderAnalysis(analysis, fieldEntriesOf(list, fields).key ?? 'email');
  },
});

/** Takes an import. */
export const createImportRoute = route({
  method: 'POST',
  path: '/mailing_lists/:id/subscriber_imports',
  operationId: 'createSubscriberImport',
  permission: 'subscriber.import',
  tag: 'Subscriber imports',
  summary: 'Creates an import of subscribers into a mailing list.',
  body: wrapped('subscriber_import', subscriberImportInput),
  takesContent: true,
  takesIdempotencyKey: true,
  example: {
    subscriber_import: {
      column_mapping: ['email'],
      file_source: { type: 'json', content: 'email\nann@example.com\n' },
    },
  },
  answer: subscriberImportRecord,
  handle: (request, input) => {
    const { server: app, caller, db } = request;
    return input.once({
      create: async (claim) => {
        const list = await requireLocalList(request, request.params.id);
        const { organizationId, id: mailingListId } = list;
        const timeZone = await timeZoneOf(request, organizationId);
        const fields = await listApplicableFields(db, { organizationId, mailingListId });
        const asked = await readImportRequest(input.body, {
          ...{ list, timeZone, fields },
          findAutoresponder: (reference) => findAutoresponder(db, mailingListId, reference),
          findRuleSet: (reference) => findReferencedRuleSet(db, organizationId, reference),
          files: sourceFilesOf(app, request, organizationId),
          analyze: ({ file_source: fileSource, content }, sentFormat, savedRules) =>
            analyzeImportSource(app, request, {
              ...{ list, timeZone, fields, fileSource, sentFormat, savedRules },
              content: contentOf(request, content),
            }),
        });
        return renderImport(await createImport(request, list, asked, claim), caller.timeZone);
      },
      again: async ({ recordId }) =>
        renderNewImport(await requireSubscriberImport(request, String(recordId)), caller.timeZone),
    });
  },
});
