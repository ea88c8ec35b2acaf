import { useLocation, useRoute } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { Page } from '../../parts/page.tsx';
import { useApi } from '../../session/session.tsx';
import { CheckStep } from './check-step.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { problemsOf } from './mapping-problems.ts';
import { mappingOf, optionsOf, useDraft } from './draft.ts';
import { FileStep } from './file-step.tsx';
import { openConsent } from './open-consent.ts';
import { RulesStep } from './rules-step.tsx';
import { queryOf, sourceName, sourceOf, toFileSource } from './source.ts';
import type { Source } from './source.ts';
import { Step } from './step.tsx';

/** The import of a file: four steps on one page that grows downwards. The address names the file and the dry run. */
export function ImportPage() {
  const listId = Number(useRoute().params['id']);
  const { path, query, route } = useLocation();
  const { client } = useApi();
  const source = sourceOf(query);
  const dryRunId = /^\d+$/.test(query['dry_run'] ?? '') ? Number(query['dry_run']) : null;
  const [isComplete, setComplete] = useState(false);
  const lists = useAnswer(() => dataOf(client.GET('/subscriber_counts')), [client]);
  const name = lists.data?.mailing_lists.find(({ mailing_list }) => mailing_list.id === listId)?.mailing_list.name;

  const go = (to: Source | null, dryRun: number | null) => {
    const parameters = new URLSearchParams({ ...queryOf(to), ...(dryRun !== null && { dry_run: String(dryRun) }) });
    route(parameters.size === 0 ? path : `${path}?${parameters.toString()}`, true);
  };
  const key = source === null ? '' : JSON.stringify(toFileSource(source));

  return (
    <Page
      title={name === undefined ? 'Import a file' : `Import a file into ${name}`}
      above={[
        { name: 'Lists', href: linkTo('/lists') },
        { name: name ?? `List ${listId}`, href: linkTo(`/lists/${listId}`) },
      ]}
    >
      {lists.error !== null && <ErrorPanel error={lists.error} onRetry={lists.reload} />}
      <Step number={1} title="File" isDone={isComplete}>
        <FileStep source={source} onSource={(chosen) => go(chosen, null)} onComplete={setComplete} />
      </Step>
      {source !== null && isComplete && (
        <FurtherSteps
          key={key}
          listId={listId}
          listName={name ?? `list ${listId}`}
          source={source}
          dryRunId={dryRunId}
          onChecked={(id) => go(source, id)}
        />
      )}
    </Page>
  );
}

interface FurtherStepsProps {
  listId: number;
  listName: string;
  source: Source;
  dryRunId: number | null;
  onChecked: (dryRunId: number) => void;
}

/** The steps of a file that is there. */
function FurtherSteps({ listId, listName, source, dryRunId, onChecked }: FurtherStepsProps) {
  const { client } = useApi();
  const { draft, change } = useDraft(listId, source);
  const path = { id: listId };
  const fields = useAnswer(
    () => dataOf(client.GET('/mailing_lists/{id}/custom_fields', { params: { path, query: { per_page: FIELDS } } })),
    [client, listId],
  );
  const sets = useAnswer(
    () => dataOf(client.GET('/column_rule_sets', { params: { query: { per_page: RULE_SETS } } })),
    [client],
  );
  const saved = sets.data?.find(({ id }) => id === draft.ruleSet) ?? null;
  const ruleSet = saved?.id ?? null;
  const format = JSON.stringify(draft.format);
  const analysis = useAnswer(
    () =>
      dataOf(
        client.POST('/mailing_lists/{id}/subscriber_imports/analyze', {
          params: { path },
          body: {
            subscriber_import: {
              file_source: toFileSource(source),
              file_format: JSON.parse(format) as object,
              ...(ruleSet !== null && { column_rule_set: ruleSet }),
            },
          },
        }),
      ),
    [client, listId, format, ruleSet, saved?.updated_at],
  );

  if (analysis.data === undefined || fields.data === undefined) {
    const error = analysis.error ?? fields.error;
    return (
      <Step number={2} title="Columns">
        {error === null ? (
          <p class="muted">Reading the beginning of {sourceName(source)} …</p>
        ) : (
          <ErrorPanel
            error={error}
            what="The file cannot be read"
            onRetry={() => {
              analysis.reload();
              fields.reload();
            }}
          />
        )}
      </Step>
    );
  }
  const mapping = mappingOf(draft, analysis.data);
  const unmapped = fields.data.map(({ name }) => name).filter((name) => !mapping.includes(name));
  const open = openConsent(analysis.data, mapping, draft.leftOut);
  const problems = problemsOf(mapping, fields.data, draft.defaults, open);
  return (
    <>
      <Step number={2} title="Columns" isDone={problems.length === 0}>
        {analysis.error !== null && (
          <ErrorPanel error={analysis.error} what="The file cannot be read like that" onRetry={analysis.reload} />
        )}
        <ColumnsStep
          listId={listId}
          analysis={analysis.data}
          isAnalyzing={analysis.isLoading}
          fields={fields.data}
          onFields={fields.reload}
          sets={sets.data ?? []}
          saved={saved}
          onSaved={sets.reload}
          draft={draft}
          onChange={change}
          open={open}
          problems={problems}
        />
      </Step>
      <Step number={3} title="Rules" isDone={problems.length === 0}>
        <RulesStep draft={draft} unmapped={unmapped} onChange={change} />
      </Step>
      <Step number={4} title="Check">
        <CheckStep
          listId={listId}
          listName={listName}
          options={optionsOf({ draft, analysis: analysis.data, source, fields: fields.data, saved })}
          leftOut={open.filter(({ isLeftOut }) => isLeftOut).map(({ column }) => column.number)}
          beginsAt={draft.beginsAt}
          checkedWith={draft.checkedWith}
          dryRunId={dryRunId}
          isReady={problems.length === 0 && !analysis.isLoading && analysis.error === null}
          onChecked={(id, checkedWith) => {
            change({ checkedWith });
            onChecked(id);
          }}
        />
      </Step>
    </>
  );
}

/** The most fields that are offered. */
const FIELDS = 200;
/** The most sets of rules that an organization can have. */
const RULE_SETS = 100;
