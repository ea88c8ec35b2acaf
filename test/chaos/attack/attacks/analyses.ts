import { startWebServer } from '../../world/web-server.ts';
import type { Attack } from '../attack.ts';

/** An analysis reads the file while the client waits. */
export const analyses: Attack = {
  name: 'analyses',
  title:
    '80 analyses of files of one line, quotes, carets, curly quotes, letters encoded twice, names with commas, separators, NULs, line breaks or wide rows, at the same time; sources that send a byte at a time',
  play: async ({ call, listId, random, size }) => {
    const path = `/mailing_lists/${listId}/subscriber_imports/analyze`;
    const analyze = (file_source: object, rest: object = {}) =>
      call('POST', path, { subscriber_import: { file_source, ...rest } });
    const contents = random.shuffled(CONTENTS);
    const files = Array.from({ length: size === 'full' ? 80 : 16 }, (_, i) => contents[i % contents.length] ?? '');
    await Promise.all(files.map((part) => analyze({ type: 'json', content: part.repeat(BYTES / part.length) })));
    for (const file_format of FORMATS)
      await analyze({ type: 'json', content: 'email\na@example.com\n' }, { file_format });

    const server = await startWebServer((request, response) => {
      response.writeHead(200, { 'content-length': 1_000_000 });
      const timer = setInterval(() => response.write('e'), 100);
      // A short run does not wait for the limit of an analysis.
      const end = size === 'full' ? null : setTimeout(() => request.socket.destroy(), 1_500);
      response.once('close', () => {
        clearInterval(timer);
        if (end !== null) clearTimeout(end);
      });
    });
    const slow = Array.from({ length: size === 'full' ? 8 : 4 }, (_, i) =>
      analyze({ type: 'url', url: `http://127.0.0.1:${server.port}/${i}.csv` }),
    );
    await Promise.all(slow);
    await server.close();
  },
};

const BYTES = 1_200_000;

const CONTENTS = [
  ...['^', '“', '«»', 'Ã¼', 'Ã', 'Lee, <', '^a@example.com^,\n', '“a@example.com”,“x”\n', '"a@example.com,""x"""\n'],
  'Lee, Ann <a@example.com>,x\n',
  ...['x', '"', '"x\n', ',', '\0', '\n', 'x\n', ';\n', '\u202e', "'\r"],
  `${'a@example.com,'.repeat(2_000)}\n`,
  '31/12/2020,12/31/2020,2020-13-31,99999999999999999999\n',
  '"a@example.com"x,"\n',
];

const FORMATS = [
  { csv_field_separator: '\n' },
  { csv_field_enclosure: 'x' },
  { character_set: 'UTF-16' },
  { csv_has_headers: 'maybe' },
  { date_format: ['mdy'] },
  null,
];
