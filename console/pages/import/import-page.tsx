import { useLocation, useRoute } from 'preact-iso/router';
import { useEffect, useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useListFields } from '../../hooks/use-list-fields.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { Page } from '../../parts/page.tsx';
import { useApi } from '../../session/session.tsx';
import { CheckStep } from './check-step.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { problemsOf } from './mapping-problems.ts';
import { chooseFormat, mappingOf, optionsOf, useDraft } from './draft.ts';
import { FileStep } from './file-step.tsx';
import { FormatControls } from './format-controls.tsx';
import { openConsent } from './open-consent.ts';
import { RulesStep } from './rules-step.tsx';
import { queryOf, sourceName, sourceOf, toFileSource } from './source.ts';
import type { Source } from './source.ts';
import { undecidedColumns } from './left-out-columns.tsx';
import { limitProblems } from './limit-problems.ts';
import { recordedDraft } from './recorded-draft.ts';
import { refusalOf } from './refusal.ts';
import { Step } from './step.tsx';

/** The import of a file: four steps on one page that grows downwards. The address names the file and the dry run. */
export function ImportPage() {
  const listId = Number(useRoute().params['id']);
  const { path, query, route } = useLocation();
  const { client } = useApi();
  const source = sourceOf(query);
  const dryRunId = /^\d+$/.test(query['dry_run'] ?? '') ? Number(query['dry_run']) : null;
  const [isComplete, setComplete] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
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
      <Step number={1} title="File" isDone={isComplete && refusal === null}>
        <FileStep
          source={source}
          refusal={isComplete ? refusal : null}
          onSource={(chosen) => go(chosen, null)}
          onComplete={setComplete}
        />
      </Step>
      {source !== null && isComplete && (
        <FurtherSteps
          key={key}
          listId={listId}
          listName={name ?? `list ${listId}`}
          source={source}
          dryRunId={dryRunId}
          onRefused={setRefusal}
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
  /** Called with the sentence for which the file is refused; null when it is not. */
  onRefused: (sentence: string | null) => void;
  /** Null: the dry run of the address is left. */
  onChecked: (dryRunId: number | null) => void;
}

/** The steps of a file that is there: with the choices of this tab, or of the dry run that the address names and another tab began. */
function FurtherSteps(props: FurtherStepsProps) {
  const { listId, source, dryRunId, onChecked } = props;
  const { client } = useApi();
  const { draft, change } = useDraft(listId, source);
  const isOther = dryRunId !== null && draft.checked?.id !== dryRunId;
  const record = useAnswer(
    async () =>
      isOther ? dataOf(client.GET('/subscriber_imports/{id}', { params: { path: { id: dryRunId } } })) : null,
    [client, dryRunId, isOther],
  );
  useEffect(() => {
    if (record.data?.mailing_list_id === listId && record.data.id === dryRunId) change(recordedDraft(record.data));
  }, [record.data]);
  const isElsewhere = record.data != null && record.data.mailing_list_id !== listId;
  const error = isElsewhere ? new Error('It is of another list') : record.error;
  if (!isOther) return <ChosenSteps {...props} draft={draft} change={change} />;
  return (
    <Step number={2} title="Columns">
      {error === null ? (
        <p class="muted">Reading the settings of the check …</p>
      ) : (
        <ErrorPanel error={error} what="The check of this address cannot be shown" onRetry={record.reload}>
          <button type="button" onClick={() => onChecked(null)}>
            Continue without it
          </button>
        </ErrorPanel>
      )}
    </Step>
  );
}

type ChosenStepsProps = FurtherStepsProps & ReturnType<typeof useDraft>;

function ChosenSteps({ listId, listName, source, dryRunId, onRefused, onChecked, draft, change }: ChosenStepsProps) {
  const { client } = useApi();
  const fields = useListFields(listId);
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
          params: { path: { id: listId } },
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

  const refusal = refusalOf(analysis);
  useEffect(() => {
    onRefused(refusal);
    return () => onRefused(null);
  }, [refusal]);

  if (analysis.data === undefined || fields.data === undefined) {
    if (refusal !== null) return null;
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
  if (refusal !== null) {
    return (
      <Step number={2} title="Columns">
        <p>If the file is a table all the same, say how it is read.</p>
        <FormatControls
          analysis={analysis.data}
          chosen={draft.format}
          isBusy={analysis.isLoading}
          onChoose={(format) => change(chooseFormat(draft, format))}
        />
      </Step>
    );
  }
  const mapping = mappingOf(draft, analysis.data);
  const unmapped = fields.data.filter(({ name }) => !mapping.includes(name));
  const open = openConsent(analysis.data, mapping, draft.leftOut);
  const columnProblems = problemsOf(mapping, fields.data, draft.defaults, open);
  const limits = limitProblems(draft);
  const undecided = undecidedColumns(analysis.data, mapping, draft);
  return (
    <>
      <Step number={2} title="Columns" isDone={columnProblems.length === 0 && undecided.length === 0}>
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
          problems={columnProblems}
        />
      </Step>
      <Step number={3} title="Rules" isDone={columnProblems.length === 0 && limits.length === 0}>
        <RulesStep draft={draft} unmapped={unmapped} onChange={change} />
      </Step>
      <Step number={4} title="Check">
        <CheckStep
          listId={listId}
          listName={listName}
          options={optionsOf({ draft, analysis: analysis.data, source, fields: fields.data, saved })}
          leftOut={open.filter(({ isLeftOut }) => isLeftOut).map(({ column }) => column.number)}
          beginsAt={draft.beginsAt}
          checked={draft.checked}
          dryRunId={dryRunId}
          problems={[...columnProblems, ...limits]}
          isReady={!analysis.isLoading && analysis.error === null}
          onSettings={(checked) => change({ checked })}
          onChecked={(id, settings) => {
            change({ checked: { id, settings } });
            onChecked(id);
          }}
        />
      </Step>
    </>
  );
}

/** The most sets of rules that an organization can have. */
const RULE_SETS = 100;
