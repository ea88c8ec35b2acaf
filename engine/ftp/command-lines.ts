import { BOUNDS } from '../domain/bounds.ts';

/** A command as the client sent it: four letters at most, in upper case, and the rest of the line. */
export interface CommandLine {
  readonly verb: string;
  readonly argument: string;
}

/** Cuts what arrives into command lines. */
export interface LineReader {
  /** Returns the commands that end in the bytes; null when a line, or the number of lines, is beyond its bound. */
  read(bytes: Buffer): CommandLine[] | null;
}

/** Creates a reader for one connection. */
export function createLineReader(): LineReader {
  let rest = Buffer.alloc(0);
  return {
    read: (bytes) => {
      const lines: CommandLine[] = [];
      let from = 0;
      for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, from)) {
        const line = Buffer.concat([rest, bytes.subarray(from, end)]);
        rest = Buffer.alloc(0);
        from = end + 1;
        if (line.length > BOUNDS.ftpLine.max || lines.length >= BOUNDS.ftpPipelined.max) return null;
        const command = parse(line);
        if (command !== null) lines.push(command);
      }
      if (rest.length + bytes.length - from > BOUNDS.ftpLine.max) return null;
      rest = Buffer.concat([rest, bytes.subarray(from)]);
      return lines;
    },
  };
}

const LINE_FEED = 0x0a;
/** Sequences of Telnet, by which clients announce ABOR: they begin with byte 255, which UTF-8 does not contain. */
const TELNET = /\xff(?:[\xfb-\xfe][^]|[^])?/g;

/** An empty line is no command. */
function parse(bytes: Buffer): CommandLine | null {
  const line = Buffer.from(bytes.toString('latin1').replace(TELNET, ''), 'latin1').toString('utf8');
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  if (text === '') return null;
  const space = text.indexOf(' ');
  const verb = (space === -1 ? text : text.slice(0, space)).toUpperCase();
  return { verb: /^[A-Z]{3,4}$/.test(verb) ? verb : '', argument: space === -1 ? '' : text.slice(space + 1) };
}
