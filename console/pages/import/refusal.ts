import { SluiceApiError } from '../../../client/index.ts';
import type { components } from '../../../client/index.ts';
import { inPageWords } from '../../parts/page-words.ts';

/** The answer of the analysis of a file. */
interface Analyzed {
  readonly data: Pick<components['schemas']['SubscriberImportAnalysis'], 'warnings'> | undefined;
  readonly error: unknown;
}

/** The sentence for which a file is refused: it cannot be read, or holds no rows. Null when it is not refused, or that is not known. */
export function refusalOf({ data, error }: Analyzed): string | null {
  if (data === undefined) return isOfFile(error) ? inPageWords(error.message.replace(PLACE, '')) : null;
  const warning = data.warnings.find(({ code }) => code === 'unreadable' || code === 'no_records');
  if (warning === undefined) return null;
  return warning.code === 'no_records' ? NO_ROWS : warning.message;
}

const NO_ROWS = 'The file has no rows to import: it is empty, or has a header alone.';

/** The beginning of a sentence of the service about the source of an import. */
const PLACE = /^file_source(?:\.\w+)?:? /;

/** Whether the service has refused the file itself: another try is refused as well. */
function isOfFile(error: unknown): error is SluiceApiError {
  return error instanceof SluiceApiError && error.code === 'validation_failed' && PLACE.test(error.message);
}
