import type { Config } from '../platform/config.ts';

/** The address of the console for a browser: below PUBLIC_URL, SLUICE_URL, or the port of the API on this machine. */
export function consoleUrl({ publicUrl, sluiceUrl, port }: Config): string {
  const service = publicUrl ?? sluiceUrl?.replace(/\/(?:ga\/api\/v2\/?)?$/, '') ?? `http://127.0.0.1:${port}`;
  return `${service}/console/`;
}
