import { Readable } from 'node:stream';
import type { FtpClient, FtpServices } from './client.ts';
import type { FtpCommand } from './ftp-command.ts';
import { directoryOf, withoutOptions } from './file-commands.ts';
import { FtpRefused } from './ftp-error.ts';
import { listingLine } from './listing.ts';
import type { NamedStats } from './upload-directory.ts';

/** The commands about data connections. Active mode is left out: in it the server connects to an address that the client names. */
export const TRANSFER_COMMANDS: Readonly<Record<string, FtpCommand>> = {
  PASV: {
    run: async (client, _argument, services) => {
      const port = await open(client, services);
      const parts = [...services.addressFor(client).split('.'), port >> 8, port & 255];
      await client.control.reply(227, `Entering passive mode (${parts.join(',')}).`);
    },
  },
  EPSV: {
    run: async (client, _argument, services) => {
      await client.control.reply(229, `Entering extended passive mode (|||${await open(client, services)}|).`);
    },
  },
  REST: {
    needsArgument: true,
    run: async (client, argument) => {
      const offset = /^\d{1,15}$/.test(argument) ? Number(argument) : null;
      if (offset === null) throw new FtpRefused('The offset must be a number of bytes.', { reply: 501 });
      client.restartAt = offset;
      await client.control.reply(350, `The next transfer begins at byte ${offset}.`);
    },
  },
  STOR: { needsArgument: true, run: (client, path) => store(client, path, false) },
  APPE: { needsArgument: true, run: (client, path) => store(client, path, true) },
  RETR: {
    needsArgument: true,
    run: async (client, path) => {
      const start = takeOffset(client);
      await send(client, () => directoryOf(client).read(path, { start }));
    },
  },
  LIST: { run: (client, argument) => list(client, argument, listingLine) },
  NLST: { run: (client, argument) => list(client, argument, ({ name }) => name) },
  // serveClient aborts the transfer when ABOR arrives; this reply follows after the end of the transfer.
  ABOR: {
    run: async (client) => {
      client.transfers.close();
      await client.control.reply(226, 'No transfer is under way.');
    },
  },
};

async function open(client: FtpClient, services: FtpServices): Promise<number> {
  if (client.control.tls() !== null && !client.isProtected) {
    throw new FtpRefused('Encrypt the data connections first (PBSZ 0, PROT P).', { reply: 522 });
  }
  return services.openPort(client);
}

async function store(client: FtpClient, path: string, append: boolean): Promise<void> {
  const start = takeOffset(client);
  await client.transfers.receive(() => directoryOf(client).write(path, append ? 'end' : start));
  await client.control.reply(226, 'The file was stored.');
}

async function list(client: FtpClient, argument: string, lineOf: (found: NamedStats) => string): Promise<void> {
  await send(client, async () => {
    const found = await directoryOf(client).find(withoutOptions(argument));
    return Readable.from([found.map((one) => `${lineOf(one)}\r\n`).join('')], { objectMode: false });
  });
}

async function send(client: FtpClient, open: () => Promise<Readable>): Promise<void> {
  await client.transfers.send(open);
  await client.control.reply(226, 'The transfer is complete.');
}

/** REST holds for one transfer. */
function takeOffset(client: FtpClient): number {
  const offset = client.restartAt;
  client.restartAt = 0;
  return offset;
}
