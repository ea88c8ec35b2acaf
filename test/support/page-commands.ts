import { request } from 'node:http';

/** A call that a page in a browser of this machine can send to a port of Temporal. */
export interface PageCall {
  readonly port: number;
  /** The host of the page's address: another site, or a name that was made to lead to this machine. */
  readonly page: 'foreign' | 'rebound';
  /** The host of the call's URL; a rebound page calls its own. */
  readonly host: string;
  readonly path: string;
}

/** A workflow that a page tries to start, in the namespace of the service. */
export const PAGE_WORKFLOW_ID = 'by-a-page';

/**
 * Calls that start a workflow or an operation of Nexus, at all paths and by all names of a port. `canRebind` leaves rebound
 * pages out where it is false.
 */
export function pageCalls(port: number, namespace: string, canRebind: boolean): PageCall[] {
  const paths = [
    `namespaces/${namespace}/workflows/${PAGE_WORKFLOW_ID}`,
    `namespaces/${namespace}/task-queues/sluice/nexus-services/service/operation`,
  ].flatMap((path) => [`/${path}`, `/api/v1/${path}`]);
  const foreign = ['127.0.0.1', 'localhost'].map((host) => ({ page: 'foreign' as const, host }));
  const rebound = { page: 'rebound' as const, host: REBOUND };
  const origins = canRebind ? [...foreign, rebound] : foreign;
  return origins.flatMap((origin) => paths.map((path) => ({ port, path, ...origin })));
}

const REBOUND = 'evil.example';

/** Sends a call as the browser does. @returns the status of the answer; null when the connection ends without one */
export function sendPageCall({ port, page, host, path }: PageCall): Promise<number | null> {
  const body = { workflowType: { name: 'subscriberImport' }, taskQueue: { name: 'sluice' }, input: [{}] };
  // Only the types of forms are sent to another site without asking it; a page may send anything to its own.
  const own = { 'content-type': 'application/json', authorization: 'none', origin: `http://${REBOUND}:${port}` };
  const foreign = { 'content-type': 'text/plain', origin: `https://${REBOUND}` };
  const headers = { host: `${host}:${port}`, ...(page === 'rebound' ? own : foreign) };
  return new Promise((resolve) => {
    const call = request({ host: '127.0.0.1', port, path, method: 'POST', agent: false, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? null);
    });
    call.once('error', () => resolve(null));
    call.end(JSON.stringify(body));
  });
}

/** Whether an answer says that a command was taken. */
export function isTaken(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
