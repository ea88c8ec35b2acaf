/** `sluice/client`: a typed client of the API for Node and browsers. */
export { createSluiceClient } from './create-client.ts';
export type { SluiceClient, SluiceClientOptions } from './create-client.ts';
export { answerOf, dataOf, fileOf } from './answers.ts';
export { SluiceApiError } from './api-error.ts';
export type { SluiceErrorCode } from './api-error.ts';
export type { components, operations, paths } from './schema.ts';
