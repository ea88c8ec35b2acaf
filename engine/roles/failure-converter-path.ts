import { fileURLToPath } from 'node:url';

/** Path of the module that converts failures while payloads are encrypted. */
export const FAILURE_CONVERTER = fileURLToPath(new URL('./failure-converter.js', import.meta.url));
