import { useState } from 'preact/hooks';
import { fileOf, SluiceApiError } from '../../../client/index.ts';
import type { SluiceClient } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { listingOf } from '../../hooks/listing-of.ts';
import { CommandButton } from '../../parts/command-button.tsx';
import type { FailedNote, FailedRow } from '../../parts/failed-log.ts';
import { formatCount } from '../../parts/format.ts';
import { announce } from '../../parts/live-region.tsx';
import { inPageWords } from '../../parts/page-words.ts';
import { useApi } from '../../session/session.tsx';

interface FailedSearchProps {
  listId: number;
  /** A part of a cell, in any case. */
  search: string;
}

/** Looks for a text in the failed rows of the last imports, which takes a while, when the user wants it. */
export function FailedSearch({ listId, search }: FailedSearchProps) {
  const { client } = useApi();
  const [found, setFound] = useState<Searched | null>(null);
  const look = async () => {
    const searched = await searchFailedRows(client, listId, search.toLowerCase());
    setFound(searched);
    announce(sentenceOf(searched));
  };
  if (found === null)
    return (
      <CommandButton run={look} failed="The failed rows were not read">
        Look in the failed rows of imports
      </CommandButton>
    );
  return (
    <>
      <p>{sentenceOf(found)}</p>
      <ul class="problems">
        {found.rows.map(({ importId, row, sheet_row, message }) => (
          <li key={`${importId}/${row}`}>
            <a href={linkTo(`/imports/${importId}?log=failed#log`)}>Import {importId}</a>, row {formatCount(sheet_row)}{' '}
            of the file: {inPageWords(message)}
          </li>
        ))}
      </ul>
    </>
  );
}

interface FoundRow extends FailedRow {
  readonly importId: number;
}

interface Searched {
  /** The imports whose failed rows were read, the latest first. */
  readonly imports: readonly number[];
  readonly rows: readonly FoundRow[];
  /** Whether rows were left out. */
  readonly isCut: boolean;
}

function sentenceOf({ imports, rows, isCut }: Searched): string {
  if (imports.length === 0) return 'No import of the list has failed rows.';
  const where = `the failed rows of the last imports that have some (${imports.join(', ')})`;
  if (rows.length === 0) return `It is in none of ${where}${isCut ? ', as far as they were read' : ''}.`;
  return `Found in ${where}${isCut ? ', which were read in part' : ''}:`;
}

/** The last imports among which those with failed rows are chosen, and how many of these are read. */
const IMPORTS = 25;
const READ_IMPORTS = 5;
/** Rows that are read of each import, and shown of all. */
const READ_ROWS = 50_000;
const SHOWN_ROWS = 10;

async function searchFailedRows(client: SluiceClient, listId: number, text: string): Promise<Searched> {
  const query = { scope: 'all', dry_run: 'false', per_page: IMPORTS } as const;
  const { data } = await listingOf(
    client.GET('/mailing_lists/{id}/subscriber_imports', { params: { path: { id: listId }, query } }),
  );
  const withFailed = data.filter(({ stats }) => stats.subscribers.failed > 0).slice(0, READ_IMPORTS);
  const rows: FoundRow[] = [];
  let isCut = false;
  for (const { id } of withFailed) {
    let count = 0;
    for await (const line of failedRows(client, id)) {
      if (line.row !== null && line.row > 0 && line.fields.some((cell) => cell.toLowerCase().includes(text)))
        rows.push({ ...line, importId: id });
      count += 1;
      // The note about rows that the log leaves out has no row.
      isCut ||= line.row === null || count > READ_ROWS || rows.length >= SHOWN_ROWS;
      if (count > READ_ROWS || rows.length >= SHOWN_ROWS) break;
    }
  }
  return { imports: withFailed.map(({ id }) => id), rows, isCut };
}

const REMOVED: FailedNote = { row: null, message: 'The log is removed.' };

/** The failed rows of an import, or a note that its log is removed. Those that are not taken are not downloaded. */
async function* failedRows(client: SluiceClient, id: number): AsyncGenerator<FailedRow | FailedNote> {
  const params = { path: { id } };
  const body = await fileOf(client.GET('/subscriber_imports/{id}/failed_rows', { params, parseAs: 'stream' })).catch(
    (error: unknown) => {
      if (error instanceof SluiceApiError && error.code === 'not_found') return null;
      throw error;
    },
  );
  if (body === null) {
    yield REMOVED;
    return;
  }
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  try {
    let rest = '';
    for (;;) {
      const { done, value = '' } = await reader.read();
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as FailedRow | FailedNote;
      if (done) return;
    }
  } finally {
    await reader.cancel();
  }
}
