import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configEnvironment } from '../../../engine/platform/config-environment.ts';
import { findTemporalBinary } from '../../../engine/embedded/temporal-binary.ts';
import type { TestEngine } from '../../support/engine.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const SHORT_NPX = fileURLToPath(new URL('./bin', import.meta.url));
const DOCUMENT = readFileSync(`${PROJECT}docs/on-call.md`, 'utf8');

/** Pages of the document by the test that runs their commands. */
export const DRILLS = {
  'on-call.test.ts': [
    ...['Begin here', 'Stalled', 'Failed', 'Slow', 'Paused'],
    ...['Stuck downloading', 'History too long', 'A list deletion is stalled'],
    ...['Temporal down', 'Calls fail', 'Mail server down', 'FTP server gone', 'Redis down or full'],
  ],
  'stuck.test.ts': [
    'Worker gone',
    'API gone',
    'Postgres down or full',
    'File store down or full',
    'Lock wait',
    'Paused activity',
  ],
  'deploys.test.ts': ['Bad deploy'],
  'slow-rows.test.ts': ['Rows too slow'],
  'installation.test.ts': ['Another installation'],
  'lost-jobs-alert.test.ts': ['The database went back'],
  'webhook-jobs.test.ts': ['A webhook endpoint gets no events'],
} as const;

/** The ids that replace the numbers in the document. */
export interface Meant {
  readonly importId?: number;
  readonly listId?: number;
  readonly endpointId?: number;
  readonly activityId?: string;
}

/** The commands of docs/on-call.md, to be run as an operator would. */
export interface OnCallDocument {
  /** Runs the nth command of a page; answers what it says. @throws Error with what it says when it fails */
  run(title: string, nth: number, meant?: Meant): Promise<string>;
  /** The text of a command, to be run otherwise. */
  command(title: string, nth: number, meant?: Meant): string;
  /** The environment that commands run in. */
  environment(): Promise<NodeJS.ProcessEnv>;
  readonly titles: readonly string[];
  /** Commands of the pages of a test that it has not asked for yet. */
  untried(test: keyof typeof DRILLS): string[];
}

/** Reads the document for a running service. */
export function openOnCallDocument(engine: TestEngine): OnCallDocument {
  const pages = readPages();
  const tried = new Set<string>();
  const command: OnCallDocument['command'] = (title, nth, meant = {}) => {
    const line = pages.get(title)?.[nth];
    if (line === undefined) throw new Error(`docs/on-call.md has no command ${nth} on the page "${title}".`);
    tried.add(`${title} ${nth}`);
    return line
      .replaceAll('345', String(meant.importId ?? 345))
      .replaceAll(/(list-deletion\/)12/g, `$1${meant.listId ?? 12}`)
      .replaceAll(/(webhook-endpoint\/)3/g, `$1${meant.endpointId ?? 3}`)
      .replaceAll('--activity-id 7', `--activity-id ${meant.activityId ?? 7}`);
  };
  // The first command goes through npm's own npx.
  let npx: readonly string[] = [];
  const environment = async () => {
    const binary = await findTemporalBinary(engine.config);
    const path = [...npx, dirname(binary ?? ''), process.env['PATH']].join(delimiter);
    npx = [SHORT_NPX];
    const address = engine.config.temporalAddress ?? '';
    return { ...process.env, ...configEnvironment(engine.config), TEMPORAL_ADDRESS: address, PATH: path };
  };
  return {
    command,
    environment,
    run: async (title, nth, meant) => {
      const line = command(title, nth, meant);
      const env = await environment();
      return new Promise((resolve, reject) => {
        execFile('bash', ['-c', line], { cwd: PROJECT, env }, (error, stdout, stderr) => {
          if (error === null) resolve(stdout);
          else reject(new Error(`${line}\n${stdout}${stderr}`));
        });
      });
    },
    titles: [...pages.keys()],
    untried: (test) =>
      DRILLS[test].flatMap((title) =>
        (pages.get(title) ?? []).filter((_, nth) => !tried.has(`${title} ${nth}`)).map((line) => `${title}: ${line}`),
      ),
  };
}

function readPages(): ReadonlyMap<string, readonly string[]> {
  const [, ...pages] = DOCUMENT.split(/^## /m);
  return new Map(
    pages.map((page) => {
      const blocks = [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].map((match) => match[1] ?? '');
      return [page.split('\n')[0] ?? '', blocks.flatMap((block) => block.trimEnd().split('\n'))];
    }),
  );
}
