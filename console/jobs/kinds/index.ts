import type { ConsoleKind } from '../job-kind.ts';
import { listDeletionKind } from './list-deletion.tsx';
import { subscriberExportKind } from './subscriber-export.tsx';
import { subscriberImportKind } from './subscriber-import.tsx';

/** The kinds of jobs that have a page. */
export const CONSOLE_KINDS: readonly ConsoleKind[] = [
  subscriberImportKind as ConsoleKind,
  subscriberExportKind as ConsoleKind,
  listDeletionKind as ConsoleKind,
];
