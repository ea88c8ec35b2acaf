import type { components } from '../../client/index.ts';
import { DownloadButton } from './download-button.tsx';
import { formatCountOf } from './format.ts';

type Import = Pick<components['schemas']['SubscriberImport'], 'id' | 'dry_run' | 'stats'>;

/** The number of rows of an import with cells that were left blank, and the download of these cells. */
export function PartialLog({ record: { id, dry_run, stats } }: { record: Import }) {
  if (stats.partial === 0) return null;
  const [has, were] = [stats.partial === 1 ? 'has' : 'have', dry_run ? 'would be' : 'were'];
  return (
    <section class="panel after-legend" aria-label="Cells that were left blank">
      <p>
        <b>{formatCountOf(stats.partial, 'row')}</b> {has} cells that cannot be read and {were} left blank.
      </p>
      <DownloadButton path={`/subscriber_imports/${id}/logs/partial?bom=1`} name={`import-${id}-partial.csv`}>
        Download the cells left blank
      </DownloadButton>
    </section>
  );
}
