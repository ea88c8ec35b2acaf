/** The prefix of every route of the API. */
export const API_PREFIX = '/ga/api/v2';
