import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { runSluice } from '../support/sluice.ts';

describe('the command line alone', () => {
  let engine: TestEngine;
  let folder: string;
  let settings: Record<string, string>;
  beforeAll(async () => {
    engine = await startTestEngine();
    folder = await mkdtemp(join(tmpdir(), 'sluice-cli-repair-'));
    const url = await engine.app.listen({ host: '127.0.0.1', port: 0 });
    settings = { SLUICE_URL: url, SLUICE_API_KEY: engine.apiKey, SLUICE_CACHE_DIR: join(folder, 'cache') };
  });
  afterAll(async () => {
    await engine.stop();
    await rm(folder, { recursive: true });
  });

  const sluice = (...args: string[]) => runSluice(args, settings);
  /** Runs a verb that must end with this code. @returns what it wrote */
  const ended = async (code: number, ...args: string[]) => {
    const run = await sluice(...args);
    expect(run).toMatchObject({ code });
    return { stdout: run.stdout.trimEnd(), stderr: run.stderr };
  };
  const write = async (content: string) => {
    const file = join(folder, 'people.csv');
    await writeFile(file, content);
    return file;
  };
  const newList = async () => (await ended(0, 'list:create', crypto.randomUUID())).stdout;
  const peopleOf = async (list: string, columns: string) =>
    (await ended(0, 'export', list, '--columns', columns)).stdout.split('\n').slice(1).sort();

  it('creates a list, imports a file, and repairs the rows that failed', async () => {
    const { stdout: list } = await ended(0, 'list:create', 'News');
    expect((await ended(0, 'lists')).stdout.split('\n')).toContain(`${list}  News`);
    expect((await ended(0, 'fields', list)).stderr).toBe(
      `List ${list} has no custom fields. To create one: npx sluice field:create ${list} NAME --type text\n`,
    );
    await ended(0, 'field:create', list, 'City');
    await ended(0, 'field:create', list, 'Points', '--type', 'number', '--decimals', '--required');
    const topics = ['--type', 'select_multiple_checkboxes', '--choice', 'Cats', '--choice', 'Dogs, small'];
    const { stdout: id } = await ended(0, 'field:create', list, 'Topics', ...topics);
    expect((await ended(0, 'fields', list)).stdout.split('\n').map((line) => line.replace(/^\d+ +/, ''))).toEqual([
      'text                        City',
      'number                      Points  required; decimals',
      'select_multiple_checkboxes  Topics  choices: Cats, Dogs, small',
    ]);
    const [, , described = ''] = (await ended(0, 'fields', list, '--json')).stdout.split('\n');
    expect(JSON.parse(described)).toMatchObject({ id: Number(id), field_type: 'select_multiple_checkboxes' });

    const file = await write(
      'Newsletter, as of Monday\n\nMail;Ort;Points;Zustand\n' +
        'ann@example.com;Ulm;1.5;Dabei\nbob.example.com;Bonn;2;Dabei\ncid@example.com;Ulm;3;Weg\n',
    );
    const reading = ['--skip-lines', '2', '--map', 'Mail=email', '--map', 'Ort=City', '--map', 'Zustand=status'];
    const words = ['--rule', 'Zustand:values:Dabei=active', '--rule', 'Zustand:values:Weg=unsubscribed'];
    const { stdout: first } = await ended(0, 'import', file, '--list', list, ...reading, ...words, '--watch');
    const log = await ended(0, 'failed', first);
    expect(log.stdout).toMatch(
      /^Mail;Ort;Points;Zustand;Error\nbob\.example\.com;Bonn;2;Dabei;.*not a valid address"?$/,
    );

    const repaired = await write(`${log.stdout.replace('bob.', 'bob@')}\n`);
    const { stdout: second } = await ended(0, 'import', repaired, '--list', list, '--map', 'auto', '--watch');
    expect((await ended(0, 'failed', second)).stderr).toBe(`Import ${second} has no failed rows.\n`);
    expect(await peopleOf(list, 'email,status,City,Points')).toEqual([
      'ann@example.com,active,Ulm,1.5',
      'bob@example.com,active,Bonn,2',
      'cid@example.com,unsubscribed,Ulm,3',
    ]);
  });

  it('corrects failed rows alike, drops others, and imports the corrected ones', async () => {
    const list = await newList();
    await ended(0, 'field:create', list, 'Born', '--type', 'date');
    const file = await write(
      'email,Born\nann@example.com,unknown\nbob@example.com,unknown\ncid.example.com,1990-12-31\ndan@,never\n',
    );
    const { stdout: id } = await ended(6, 'import', file, '--list', list, '--watch');
    const { stdout } = await ended(0, 'corrections', id);
    expect(stdout.split('\n')).toEqual([
      '3 rows  3 left  Born   Born is not a date in an accepted format  “unknown” 2, “never” 1',
      '2 rows  2 left  email  email is not a valid address              “cid.example.com” 1, “dan@” 1',
    ]);
    const set = ['--set', 'Born:unknown=', '--set', 'email:cid.example.com=cid@example.com'];
    const { stdout: child, stderr } = await ended(0, 'corrections', id, ...set, '--drop-left', '--import', '--watch');
    expect(stderr.split('\n').slice(0, 3)).toEqual([
      '2 rows corrected: Born “unknown”',
      '1 row corrected: email “cid.example.com”',
      '1 row dropped: Born is not a date in an accepted format',
    ]);
    expect(Number(child)).toBeGreaterThan(Number(id));
    expect(await peopleOf(list, 'email')).toEqual(['ann@example.com', 'bob@example.com', 'cid@example.com']);
    expect((await ended(0, 'corrections', id, '--json')).stderr).toBe('0 left, 0 ready to be imported, 1 dropped.\n');
    expect((await ended(2, 'corrections', id, '--drop', 'Town:Ulm')).stderr).toContain('no column of the file');
  });

  it('prints records as JSON for scripts, and refuses with a sentence', async () => {
    const name = crypto.randomUUID();
    const created = JSON.parse((await ended(0, 'list:create', name, '--json')).stdout) as { id: number };
    const listed = (await ended(0, 'lists', '--json')).stdout.split('\n').map((line) => JSON.parse(line) as object);
    expect(listed).toContainEqual(created);
    expect((await ended(1, 'list:create', name)).stderr).toMatch(/^.*has already been taken\.\n$/);
    expect((await ended(1, 'fields', '999999')).stderr).toBe('Mailing list not found.\n');
    expect((await ended(2, 'field:create', String(created.id), 'City', '--type', 'town')).stderr).toContain(
      'text_multiline',
    );
  });

  it('refuses rules of columns that the file lacks, or that are not imported', async () => {
    const args = [
      'import',
      await write('email,Note\nann@example.com,x\n'),
      '--list',
      await newList(),
      '--map',
      'Note=',
    ];
    expect((await ended(2, ...args, '--rule', 'City:date_format=dmy')).stderr).toBe(
      '--rule names the column "City", but the file has: email, Note.\n',
    );
    expect((await ended(2, ...args, '--rule', 'Note:date_format=dmy')).stderr).toContain(
      '--rule is for the column "Note", which is not imported. To import it: --map "Note=FIELD".',
    );
    expect((await ended(2, ...args, '--rule', 'Note:date_format=x')).stderr).toContain(
      'date_format must be mdy or dmy',
    );
  });

  it('adds the words of --rule to those that the analysis suggests', async () => {
    const list = await newList();
    const file = await write('email,Status\nann@example.com,Subscribed\nbob@example.com,Unsubscribed\n');
    const rule = ['--rule', 'Status:values:subscribed=bounced'];
    await ended(0, 'import', file, '--list', list, '--map', 'auto', ...rule, '--watch');
    expect(await peopleOf(list, 'email,status')).toEqual(['ann@example.com,bounced', 'bob@example.com,unsubscribed']);
  });

  it('says what to write where the dates of a column contradict each other', async () => {
    const list = await newList();
    await ended(0, 'field:create', list, 'Since', '--type', 'date');
    const file = await write('email,Since\nann@example.com,13/04/1990\nbob@example.com,04/13/1990\n');
    for (const also of [[], ['--map', 'email=email']]) {
      const { stderr } = await ended(1, 'import', file, '--list', list, '--map', 'auto', ...also);
      expect(stderr).toContain('Some dates of "Since" have the day first, as row 1 proves');
      expect(stderr).toContain('On the command line: --date-format dmy (or mdy)');
      expect(stderr).toContain('--rule "Since:date_format=dmy"');
    }
    const read = ['--rule', 'Since:date_format=dmy', '--watch'];
    await ended(0, 'import', file, '--list', list, '--map', 'auto', ...read);
    expect(await peopleOf(list, 'email,Since')).toEqual(['ann@example.com,04/13/1990']);
  });

  it('ends with 8 when a person may be taken for the header', async () => {
    const list = await newList();
    const file = await write('ann@example.com,Ann\nbob@example.com,Bob\n');
    const named = ['import', file, '--list', list, '--map', '1=email', '--map', '2=', '--watch'];
    expect((await ended(8, ...named, '--header', '--dry-run')).stderr).toContain('taken for the header');
  });

  it('ends with 7 when people who left may be active', async () => {
    const list = await newList();
    await ended(0, 'field:create', list, 'Unsubscribed');
    const file = await write('email,Unsubscribed\nann@example.com,no\nbob@example.com,yes\n');
    const { stderr } = await ended(7, 'import', file, '--list', list, '--watch');
    expect(stderr).toContain('Column 2 "Unsubscribed" says who has left');
    await ended(0, 'import', file, '--list', list, '--map', 'Unsubscribed=Unsubscribed', '--overwrite', '--watch');
    const both = await write('email,Status,Left\nann@example.com,active,2024-01-31\nbob@example.com,active,\n');
    const mapped = ['--map', 'Status=status', '--map', 'Left=remove_time'];
    await ended(7, 'import', both, '--list', await newList(), ...mapped, '--watch');
  });
});
