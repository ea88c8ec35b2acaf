import type { components } from '../../../../client/index.ts';
import { linkTo } from '../../../base.ts';
import { formatCount, formatCountOf } from '../../../parts/format.ts';
import { PreviewButton } from '../import-undo/preview-button.tsx';

type Row = components['schemas']['SubscriberImport'];

/** Result of an import for its list, as a sentence, and the next step. */
export function ImportResult({ id, row }: { id: number; row: Row }) {
  const { state, stats, dry_run, mailing_list_id, mailing_list_name, corrected_import_id } = row;
  if (dry_run) return null;
  const { added, updated, failed, ...others } = stats.subscribers;
  const skipped = Object.values(others).reduce((sum, count) => sum + count, 0);
  const changes = [
    ...(added > 0 ? [`${formatCount(added)} added`] : []),
    ...(updated > 0 ? [`${formatCount(updated)} updated`] : []),
    ...((stats.deactivated ?? 0) > 0 ? [`${formatCount(stats.deactivated)} deactivated`] : []),
  ];
  const isWhole = state === 'finished';
  return (
    <section class={`panel result ${failed > 0 || !isWhole ? 'warning' : ''}`} aria-label="Result">
      <p>
        {!isWhole && `The import ${state === 'failed' ? 'failed' : 'was stopped'} before its end. `}
        <b>
          {mailing_list_name}: {changes.length === 0 ? 'no subscriber was changed' : changes.join(', ')}.
        </b>{' '}
        {failed > 0 && `${formatCountOf(failed, 'row')} failed. `}
        {skipped > 0 && `${formatCountOf(skipped, 'row')} ${skipped === 1 ? 'was' : 'were'} skipped.`}
      </p>
      {corrected_import_id !== null && (
        <p>
          Corrected rows of it were imported by{' '}
          <a href={linkTo(`/imports/${corrected_import_id}`)}>import {corrected_import_id}</a>.
        </p>
      )}
      <div class="actions">
        {failed > 0 && (
          <>
            <a class="button primary" href={linkTo(`/imports/${id}/fix`)}>
              Fix {failed === 1 ? 'the row' : `the ${formatCount(failed)} rows`} here
            </a>
            <a href={`${linkTo(`/imports/${id}`)}?log=failed#log`}>See the failed {failed === 1 ? 'row' : 'rows'}</a>
          </>
        )}
        <a class={failed > 0 ? undefined : 'button'} href={linkTo(`/lists/${mailing_list_id}`)}>
          Open {mailing_list_name}
        </a>
        <a href={linkTo(`/lists/${mailing_list_id}/import`)}>Import {isWhole ? 'another' : 'a'} file</a>
        {(changes.length > 0 || row.undo_id !== null) && <PreviewButton row={row} />}
      </div>
    </section>
  );
}
