import type { components } from '../../../client/index.ts';
import { isConsentEntry } from '../../../engine/domain/subscribers.ts';
import { valueAsText } from '../../parts/value-input.tsx';
import { NEW } from './draft.ts';
import type { Draft, FileFormat } from './draft.ts';

type Import = components['schemas']['SubscriberImport'];

/** The choices that a dry run was made with. */
export function recordedDraft(record: Import): Draft {
  const { overwrite, overwrite_what: what, overwrite_when_status, subscriber_defaults, column_mapping } = record;
  const { custom_fields, status } = what;
  return {
    ...NEW,
    format: formatOf(record.file_format),
    mapping: Object.fromEntries(column_mapping.map((entry, at) => [at + 1, entry])),
    leftOut: column_mapping.flatMap((entry, at) => (isConsentEntry(entry) ? [] : [at + 1])),
    recorded: { mapping: column_mapping, rules: record.column_rules },
    updates: overwrite,
    ...(overwrite && { updatedWhat: { custom_fields, status }, updatedWhom: overwrite_when_status }),
    status: record.default_status_sent ? subscriber_defaults.status : '',
    defaults: Object.fromEntries(
      Object.entries(record.default_custom_fields).map(([name, value]) => [name, valueAsText(value)]),
    ),
    deactivatesMissing: record.deactivate_subscribers_not_in_import,
    maxDeactivated: valueAsText(record.max_deactivated),
    maxFailed: valueAsText(record.max_failed_records),
    checked: { id: record.id, settings: null },
  };
}

/** A detected encoding is detected again. */
function formatOf({ character_set, ...format }: Import['file_format']): Partial<FileFormat> {
  return character_set === 'auto' ? format : { ...format, character_set };
}
