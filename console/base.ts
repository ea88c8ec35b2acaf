/** The address of the folder that holds the console: its files are in `assets/` below it. */
const CONSOLE = new URL(/* @vite-ignore */ '..', import.meta.url);

/** Base URL of the service, for the API client. A proxy can serve the service below a path. */
export const SERVICE_URL = new URL('..', CONSOLE).href;

/** The path of the console without a slash at its end. */
const CONSOLE_PATH = CONSOLE.pathname.replace(/\/$/, '');

/** The link to a page of the console, which is named by its path below the console: `/lists/3`. */
export function linkTo(path: string): string {
  return CONSOLE_PATH + path;
}

/** The address of a call of the API, which is named by its path: `/subscriber_imports/3/events`. */
export function apiUrl(path: string): string {
  return `${SERVICE_URL}ga/api/v2${path}`;
}
