import type { FastifyInstance } from 'fastify';
import { findReferencedRuleSet } from '../../../engine/db/imports/column-rule-sets.ts';
import { listApplicableFields } from '../../../engine/db/fields/custom-fields.ts';
import { attributesOf } from '../../http/attributes.ts';
import { success } from '../../http/envelope.ts';
import { objectOf } from '../../http/values.ts';
import { requireLocalList } from '../../mailing-lists/lookups.ts';
import { described } from '../../openapi/operation.ts';
import { timeZoneOf } from '../../users/organization-lookups.ts';
import { importAnalysisRecord, renderAnalysis } from '../analysis-record.ts';
import { contentOf } from '../content.ts';
import { fieldEntriesOf } from '../mapping-input.ts';
import { sourceFilesOf } from '../source-files.ts';
import { readSavedRules, savedRulesInput } from '../saved-rules.ts';
import { analyzeImportSource } from '../source-analysis.ts';
import { fileFormatInput, fileSourceInput, readFileSource, readSentFormat } from '../source-input.ts';

const analysisInput = objectOf({
  ...savedRulesInput.shape,
  file_source: fileSourceInput,
  file_format: fileFormatInput.nullish(),
});

const operation = {
  tag: 'Extensions',
  summary: 'Analyzes the beginning of a source for an import, and imports nothing.',
  description:
    'The answer has the format, the columns with samples, a suggested column_mapping and warnings. What is sent of file_format is not detected. With column_rule_set the suggested rules are joined with saved ones.',
  body: objectOf({ subscriber_import: analysisInput }),
  takesContent: true,
  example: {
    subscriber_import: { file_source: { type: 'json', content: 'E-Mail;Vorname\nann@example.com;Ann\n' } },
  },
  answer: importAnalysisRecord,
};

/** Analyzes a source before it is imported. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post<{ Params: { id: string } }>(
    '/mailing_lists/:id/subscriber_imports/analyze',
    described('analyzeSubscriberImport', operation),
    async (request) => {
      const list = await requireLocalList(request, request.params.id);
      const { organizationId, id: mailingListId } = list;
      const attributes = attributesOf(request.body, 'subscriber_import', analysisInput);
      const fields = await listApplicableFields(request.db, { organizationId, mailingListId });
      const savedRules = await readSavedRules(attributes.as(savedRulesInput), {
        ...{ list, fields },
        findRuleSet: (reference) => findReferencedRuleSet(request.db, organizationId, reference),
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
      return success(renderAnalysis(analysis, fieldEntriesOf(list, fields).key ?? 'email'));
    },
  );

  done();
}
