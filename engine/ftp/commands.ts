import type { FtpClient, FtpServices } from './client.ts';
import type { CommandLine } from './command-lines.ts';
import { FILE_COMMANDS } from './file-commands.ts';
import type { FtpCommand } from './ftp-command.ts';
import { FtpRefused, toFtpRefused } from './ftp-error.ts';
import { TRANSFER_COMMANDS } from './transfer-commands.ts';

/** Serves one command; every refusal is a reply. */
export async function serveCommand(
  client: FtpClient,
  { verb, argument }: CommandLine,
  services: FtpServices,
): Promise<void> {
  const { control } = client;
  const command = COMMANDS.get(verb);
  if (command === undefined) return control.reply(502, verb === '' ? 'Unknown command.' : `${verb} is not supported.`);
  if (command.isOpen !== true && client.login === null) return control.reply(530, `Log in before ${verb}.`);
  if (command.needsArgument === true && argument === '') return control.reply(501, `${verb} needs a parameter.`);
  try {
    await command.run(client, argument, services);
  } catch (error) {
    const { reply, message } = toFtpRefused(error);
    await control.reply(reply, message);
  }
}

const say = (code: number, text: string): FtpCommand => ({
  isOpen: true,
  run: ({ control }) => control.reply(code, text),
});

const SESSION_COMMANDS: Readonly<Record<string, FtpCommand>> = {
  USER: {
    isOpen: true,
    needsArgument: true,
    run: async (client, user, services) => {
      services.requireEncryption(client);
      if (client.login !== null) throw new FtpRefused('You are already logged in.', { reply: 503 });
      client.user = user;
      await client.control.reply(331, 'Send the API key as password.');
    },
  },
  PASS: {
    isOpen: true,
    needsArgument: true,
    run: async (client, password, services) => {
      const { user } = client;
      if (user === null) throw new FtpRefused('Send USER first.', { reply: 503 });
      client.user = null;
      await services.logIn(client, user, password);
      await client.control.reply(230, 'Logged in.');
    },
  },
  AUTH: {
    isOpen: true,
    needsArgument: true,
    run: async (client, method, services) => {
      if (!/^TLS(?:-C)?$/i.test(method)) throw new FtpRefused('Only AUTH TLS is supported.', { reply: 504 });
      if (client.control.tls() !== null) throw new FtpRefused('The connection is already encrypted.', { reply: 503 });
      await services.encrypt(client);
    },
  },
  PBSZ: {
    isOpen: true,
    run: ({ control }) =>
      control.tls() === null ? control.reply(503, 'Send AUTH TLS first.') : control.reply(200, 'PBSZ=0'),
  },
  PROT: {
    isOpen: true,
    run: async (client, level) => {
      const { control } = client;
      if (control.tls() === null) throw new FtpRefused('Send AUTH TLS first.', { reply: 503 });
      if (!/^P$/i.test(level)) throw new FtpRefused('Data connections must be encrypted (PROT P).', { reply: 536 });
      client.isProtected = true;
      await control.reply(200, 'Data connections are encrypted.');
    },
  },
  FEAT: {
    isOpen: true,
    run: ({ control }) =>
      control.reply(211, 'Features', 'AUTH TLS', 'EPSV', 'MDTM', 'PBSZ', 'PROT', 'REST STREAM', 'SIZE', 'UTF8', 'End'),
  },
  OPTS: {
    isOpen: true,
    needsArgument: true,
    run: ({ control }, option) =>
      /^UTF-?8(?: ON)?$/i.test(option) ? control.reply(200, 'Names are UTF-8.') : control.reply(501, 'Unknown option.'),
  },
  HELP: {
    isOpen: true,
    run: ({ control }) => control.reply(214, 'Commands', ...rowsOf([...COMMANDS.keys()]), 'End'),
  },
  NOOP: say(200, 'OK'),
  SYST: say(215, 'UNIX Type: L8'),
  TYPE: {
    run: ({ control }, type) =>
      /^(?:A(?: N)?|I|L 8)$/i.test(type)
        ? control.reply(200, 'Files are transferred unchanged.')
        : control.reply(504, 'The types are A and I.'),
  },
  MODE: { run: ({ control }, mode) => control.reply(/^S$/i.test(mode) ? 200 : 504, 'The mode is S.') },
  STRU: { run: ({ control }, structure) => control.reply(/^F$/i.test(structure) ? 200 : 504, 'The structure is F.') },
  ALLO: { run: ({ control }) => control.reply(202, 'Not needed.') },
  QUIT: { isOpen: true, run: ({ control }) => Promise.resolve(control.close(221, 'Goodbye.')) },
};

const COMMANDS: ReadonlyMap<string, FtpCommand> = new Map(
  Object.entries({ ...SESSION_COMMANDS, ...FILE_COMMANDS, ...TRANSFER_COMMANDS }),
);

function rowsOf(verbs: readonly string[]): string[] {
  const rows: string[] = [];
  for (let from = 0; from < verbs.length; from += 8) rows.push(verbs.slice(from, from + 8).join(' '));
  return rows;
}
