import { modulePath } from '../platform/own-module.ts';

/** The module that the threads of ranges and of scans run. */
export const THREAD_FILE = modulePath('./range-thread', import.meta.url);
