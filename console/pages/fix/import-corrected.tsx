import { useLocation } from 'preact-iso/router';
import { dataOf } from '../../../client/index.ts';
import type { components } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { StartButton } from '../../jobs/kinds/subscriber-import/start-button.tsx';
import { CommandButton } from '../../parts/command-button.tsx';
import { formatCountOf } from '../../parts/format.ts';
import { useApi } from '../../session/session.tsx';
import { importSentence, wholeFileSentence } from './worklist.ts';
import type { Worklist } from './worklist.ts';

interface ImportCorrectedProps {
  record: components['schemas']['SubscriberImport'];
  worklist: Worklist;
}

/** The end of the page: one button with the sentence of what it does. */
export function ImportCorrected({ record, worklist }: ImportCorrectedProps) {
  const { client } = useApi();
  const { route } = useLocation();
  const params = { path: { id: record.id } };
  if (record.dry_run) return <AfterCheck {...{ record, worklist }} />;
  const start = async () => {
    const { id } = await dataOf(client.POST('/subscriber_imports/{id}/corrections/import', { params }));
    route(linkTo(`/imports/${id}`));
  };
  return (
    <div class="go fix-end">
      {worklist.import_id !== null && (
        <p>
          {formatCountOf(worklist.imported, 'corrected row')} {worklist.imported === 1 ? 'was' : 'were'} imported,
          lastly by <a href={linkTo(`/imports/${worklist.import_id}`)}>import {worklist.import_id}</a>.
        </p>
      )}
      {worklist.ready > 0 ? (
        <CommandButton kind="primary" run={start} failed="The corrected rows are not imported">
          {importSentence(worklist)}
        </CommandButton>
      ) : (
        <p class="muted">{worklist.left > 0 ? 'Correct rows to import them.' : 'No row is left to be imported.'}</p>
      )}
    </div>
  );
}

/** The corrections of a check are used once it is started: its import reads the file with them. */
function AfterCheck({ record, worklist }: ImportCorrectedProps) {
  const { client } = useApi();
  const { route } = useLocation();
  const started = record.started_import_id;
  if (started !== null)
    return (
      <p class="go fix-end">
        This check was started as import {started}. <a href={linkTo(`/imports/${started}/fix`)}>Fix its rows there</a>.
      </p>
    );
  if (record.state !== 'finished') return null;
  const start = async () => {
    const { id } = await dataOf(client.POST('/subscriber_imports/{id}/start', { params: { path: { id: record.id } } }));
    route(linkTo(`/imports/${id}`));
  };
  return (
    <div class="go fix-end">
      <p>
        Nothing is imported yet. The import reads the whole file, with each corrected row as it is corrected; rows that
        are left can be fixed after its end, too.
      </p>
      <StartButton dryRun={record} corrected={worklist.ready} run={start}>
        {wholeFileSentence(worklist)}
      </StartButton>
    </div>
  );
}
