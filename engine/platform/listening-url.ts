/** Returns the URL, without a path, at which this machine reaches a server that listens on the host and port. */
export function listeningUrl({ host, port }: { readonly host: string; readonly port: number }): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
