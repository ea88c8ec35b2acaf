import type { ConsoleKind } from './job-kind.ts';
import { inOrder } from './job-names.ts';

const FOUND = import.meta.glob<ConsoleKind>('./kinds/*/kind.tsx', { eager: true, import: 'kind' });

/** Every kind of job, with its machine: of each folder in `kinds/`. */
export const CONSOLE_KINDS: readonly ConsoleKind[] = inOrder(FOUND);
