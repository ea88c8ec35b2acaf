import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A process on an isolated host, whose folder is `dir`. */
export interface Isolated {
  readonly name: string;
  readonly pid: number;
}

export interface Expected {
  readonly dir: string;
  /** Ports of this machine that each process reaches. */
  readonly reaches: readonly number[];
}

/**
 * Breaches of the isolation of processes, as sentences: a service that they do not reach, or access to another port of this
 * machine at any of its addresses, to a file of this machine or of another process, or to a place outside their folder.
 * @throws Error when the same probe on this machine does not find what must be out of reach
 */
export async function breaches(processes: readonly Isolated[], { dir, reaches }: Expected): Promise<string[]> {
  const decoy = createServer((socket) => socket.end()).listen(0, '::');
  await once(decoy, 'listening');
  const { port } = decoy.address() as AddressInfo;
  const mark = randomUUID();
  const own = (name: string) => join(dir, `${mark}-${name}`);
  await writeFile(own('this machine'), '');
  for (const { name, pid } of processes) await writeFile(join('/proc', String(pid), 'root', own(name)), '');
  const wanted = { dir, mark, ports: reaches, decoys: addresses().map((host) => ({ host, port })), outside: [OUTSIDE] };
  try {
    const here = await probe([], wanted);
    if (here.decoys === 0 || here.marks.length === 0 || here.written === 0)
      throw new Error('The probe finds nothing on this machine.');
    const found = await Promise.all(processes.map(({ pid }) => probe(inside(pid), wanted)));
    return processes.flatMap(({ name }, i) => {
      const { ports, decoys, marks, written } = found[i]!;
      const strange = marks.filter((each) => each !== `${mark}-${name}`);
      return [
        ...(ports === reaches.length ? [] : [`${name} reaches ${ports} of ${reaches.length} services`]),
        ...(decoys === 0 ? [] : [`${name} reaches another port of this machine`]),
        ...(strange.length === 0 ? [] : [`${name} sees files of ${strange.length} others`]),
        ...(marks.length > strange.length ? [] : [`${name} does not see its own file`]),
        ...(written === 0 ? [] : [`${name} writes outside its folder`]),
      ];
    });
  } finally {
    decoy.close();
    for (const name of ['this machine', ...processes.map(({ name }) => name)]) await rm(own(name), { force: true });
  }
}

interface Probed {
  readonly ports: number;
  readonly decoys: number;
  readonly marks: readonly string[];
  readonly written: number;
}

const OUTSIDE = fileURLToPath(new URL('.', import.meta.url));

/** The addresses of this machine. */
function addresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ scopeid }) => !scopeid)
    .map(({ address }) => address);
}

function inside(pid: number): string[] {
  return ['nsenter', '--target', String(pid), '--net', '--mount'];
}

/** Runs the probe under a command, without which it runs on this machine. */
async function probe(command: readonly string[], wanted: object): Promise<Probed> {
  const [program = '', ...args] = [
    ...command,
    process.execPath,
    '--input-type=module',
    '--eval',
    PROBE,
    JSON.stringify(wanted),
  ];
  const { stdout } = await promisify(execFile)(program, args);
  return JSON.parse(stdout) as Probed;
}

const PROBE = `
  import { connect } from 'node:net';
  import { readdirSync, writeFileSync, rmSync } from 'node:fs';
  const { dir, mark, ports, decoys, outside } = JSON.parse(process.argv[1]);
  const reaches = (at) => new Promise((resolve) => {
    const socket = connect({ ...at, timeout: 2_000 });
    for (const event of ['connect', 'timeout', 'error']) socket.once(event, () => {
      socket.destroy();
      resolve(event === 'connect');
    });
  });
  const count = async (places) => (await Promise.all(places.map(reaches))).filter(Boolean).length;
  const writes = (folder) => {
    try {
      writeFileSync(folder + mark, '');
      rmSync(folder + mark);
      return true;
    } catch {
      return false;
    }
  };
  console.log(JSON.stringify({
    ports: await count(ports.map((port) => ({ host: '127.0.0.1', port }))),
    decoys: await count(decoys),
    marks: readdirSync(dir).filter((name) => name.startsWith(mark)),
    written: outside.filter(writes).length,
  }));`;
