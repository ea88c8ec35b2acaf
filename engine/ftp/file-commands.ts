import type { FtpClient } from './client.ts';
import type { FtpCommand } from './ftp-command.ts';
import { FtpRefused } from './ftp-error.ts';
import { listingLine, modificationTime } from './listing.ts';
import type { UploadDirectory } from './upload-directory.ts';

/** The upload directory of a client. @throws FtpRefused before the login */
export function directoryOf({ login }: FtpClient): UploadDirectory {
  if (login === null) throw new FtpRefused('Log in first.', { reply: 530 });
  return login.directory;
}

/** Leaves out the options of `ls` that clients put in front of a path. */
export function withoutOptions(argument: string): string {
  return argument.replace(/^(?:-[A-Za-z]+(?: |$))+/, '') || '.';
}

const pwd: FtpCommand = {
  run: (client) => client.control.reply(257, `${quoted(directoryOf(client).currentDirectory())} is the directory.`),
};
const cwd: FtpCommand = { needsArgument: true, run: (client, path) => change(client, path) };
const cdup: FtpCommand = { run: (client) => change(client, '..') };
const mkd: FtpCommand = {
  needsArgument: true,
  run: async (client, path) =>
    client.control.reply(257, `${quoted(await directoryOf(client).mkdir(path))} was created.`),
};
const remove: FtpCommand = {
  needsArgument: true,
  run: async (client, path) => {
    await directoryOf(client).delete(path);
    await client.control.reply(250, 'Removed.');
  },
};

/** The commands about names, which need no data connection. */
export const FILE_COMMANDS: Readonly<Record<string, FtpCommand>> = {
  PWD: pwd,
  XPWD: pwd,
  CWD: cwd,
  XCWD: cwd,
  CDUP: cdup,
  XCUP: cdup,
  MKD: mkd,
  XMKD: mkd,
  RMD: remove,
  XRMD: remove,
  DELE: remove,
  RNFR: {
    needsArgument: true,
    run: async (client, path) => {
      await directoryOf(client).get(path);
      client.renameFrom = path;
      await client.control.reply(350, 'Send RNTO with the new name.');
    },
  },
  RNTO: {
    needsArgument: true,
    run: async (client, path) => {
      const from = client.renameFrom;
      client.renameFrom = null;
      if (from === null) throw new FtpRefused('Send RNFR first.', { reply: 503 });
      await directoryOf(client).rename(from, path);
      await client.control.reply(250, 'Renamed.');
    },
  },
  SIZE: {
    needsArgument: true,
    run: async (client, path) => {
      const found = await directoryOf(client).get(path);
      if (found.isDirectory()) throw new FtpRefused('That is a directory.');
      await client.control.reply(213, String(found.size));
    },
  },
  MDTM: {
    needsArgument: true,
    run: async (client, path) => client.control.reply(213, modificationTime(await directoryOf(client).get(path))),
  },
  STAT: {
    run: async (client, argument) => {
      if (argument === '') return client.control.reply(211, 'OK');
      const found = await directoryOf(client).find(withoutOptions(argument));
      await client.control.reply(213, 'Status', ...found.map((one) => listingLine(one)), 'End');
    },
  },
};

async function change(client: FtpClient, path: string): Promise<void> {
  await client.control.reply(250, `${quoted(await directoryOf(client).chdir(path))} is the directory.`);
}

function quoted(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
