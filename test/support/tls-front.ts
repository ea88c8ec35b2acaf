import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, isIP } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';

/** Certificates of one authority, as PEM files. */
export interface TestCertificates {
  readonly authority: string;
  readonly server: { readonly cert: string; readonly key: string };
  readonly client: { readonly cert: string; readonly key: string };
  remove(): void;
}

/** Makes an authority, a server certificate for a name or an IP address, and a client certificate. */
export function createCertificates(serverName: string): TestCertificates {
  const dir = mkdtempSync(join(tmpdir(), 'sluice-test-tls-'));
  const file = (name: string) => join(dir, name);
  const run = (args: string) => execFileSync('openssl', args.split(' '), { cwd: dir, stdio: 'pipe' });
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
  run(`req -x509 ${key} -keyout ca.key -out ca.pem -days 2 -subj /CN=authority`);
  for (const [name, extension] of [
    ['server', `subjectAltName=${isIP(serverName) === 0 ? 'DNS' : 'IP'}:${serverName}`],
    ['client', 'extendedKeyUsage=clientAuth'],
  ] as const) {
    writeFileSync(file(`${name}.ext`), `basicConstraints=CA:FALSE\n${extension}\n`);
    run(`req ${key} -keyout ${name}.key -out ${name}.csr -subj /CN=${name}`);
    run(
      `x509 -req -in ${name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -out ${name}.pem -extfile ${name}.ext`,
    );
  }
  return {
    authority: file('ca.pem'),
    server: { cert: file('server.pem'), key: file('server.key') },
    client: { cert: file('client.pem'), key: file('client.key') },
    remove: () => rmSync(dir, { recursive: true }),
  };
}

/** A port that speaks TLS in front of a server that does not. */
export interface TlsFront {
  readonly address: string;
  stop(): Promise<void>;
}

/** Requires a client certificate, as gRPC over HTTP/2, and hands the plain bytes on to the address. */
export async function startTlsFront(address: string, { authority, server }: TestCertificates): Promise<TlsFront> {
  const [host = '', port] = address.split(':');
  const front = createServer(
    {
      cert: readFileSync(server.cert),
      key: readFileSync(server.key),
      ca: readFileSync(authority),
      requestCert: true,
      rejectUnauthorized: true,
      ALPNProtocols: ['h2'],
    },
    (encrypted) => {
      const plain = connect(Number(port), host);
      const close = () => {
        plain.destroy();
        encrypted.destroy();
      };
      for (const socket of [plain, encrypted]) socket.on('error', close).on('close', close);
      encrypted.pipe(plain).pipe(encrypted);
      open.add(close);
      plain.once('close', () => open.delete(close));
    },
  );
  const open = new Set<() => void>();
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  return {
    address: `127.0.0.1:${(front.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = once(front, 'close');
      front.close();
      for (const close of open) close();
      await closed;
    },
  };
}
